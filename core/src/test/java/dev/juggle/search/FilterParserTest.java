// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the language reads, and what it says of what it can't. */
final class FilterParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "price>=10 | Compare[name=price, relation=AT_LEAST, values=[Literal[text=10, isQuoted=false]], ignoresCase=false]",
                "name~^ac | Compare[name=name, relation=BEGINS, values=[Literal[text=ac, isQuoted=false]], ignoresCase=false]",
                "name~*ac$ | Compare[name=name, relation=ENDS, values=[Literal[text=ac, isQuoted=false]], ignoresCase=true]",
                "name~\"a $\" | Compare[name=name, relation=CONTAINS, values=[Literal[text=a $, isQuoted=true]], ignoresCase=false]",
                "name~/a\\/b c/i | Compare[name=name, relation=MATCHES, values=[Literal[text=a/b c, isQuoted=true]], ignoresCase=true]",
                "c.d=SE,\"N O\" | Compare[name=c.d, relation=EQUAL, values=[Literal[text=SE, isQuoted=false], Literal[text=N O, isQuoted=true]], ignoresCase=false]",
                "n=2..5 | Compare[name=n, relation=BETWEEN, values=[Literal[text=2, isQuoted=false], Literal[text=5, isQuoted=false]], ignoresCase=false]",
                "text:\"exact phrase\" | Words[name=text, combination=PHRASE, text=exact phrase]",
                "text:a+b | Words[name=text, combination=ALL, text=a b]",
                "text:a,b | Words[name=text, combination=ANY, text=a b]",
                "text:(a AND (b OR \")\")) | Words[name=text, combination=EXPRESSION, text=a AND (b OR \")\")]",
                "word | Words[name=*, combination=ALL, text=word]",
                "-tag=old | Not[filter=Compare[name=tag, relation=EQUAL, values=[Literal[text=old, isQuoted=false]], ignoresCase=false]]",
                "a!=1 | Not[filter=Compare[name=a, relation=EQUAL, values=[Literal[text=1, isQuoted=false]], ignoresCase=false]]",
                "\"a b\"=1 | Compare[name=a b, relation=EQUAL, values=[Literal[text=1, isQuoted=false]], ignoresCase=false]",
                "$['x=y']=1 | Compare[name=$['x=y'], relation=EQUAL, values=[Literal[text=1, isQuoted=false]], ignoresCase=false]",
            })
    void termsAreRead(String query, String filter) {
        assertEquals(filter, FilterParser.parse(query).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "price> | query:7: expected a value",
                "a=1 =2 | query:5: expected a name before '=', found '=2'",
                "a=\"x | query:5: a quote has no end: expected '\"'",
                "a~/x | query:5: the regular expression has no end: expected '/'",
                "a:x,y+z | query:6: a list of words is joined by + (all of them) or by commas (any), not by both, found '+z'",
                "a!b | query:3: expected = or ~ after '!', found 'b'",
            })
    void mistakesAreToldWithTheirPlace(String query, String message) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> FilterParser.parse(query));
        assertEquals(message, e.getMessage());
    }
}
