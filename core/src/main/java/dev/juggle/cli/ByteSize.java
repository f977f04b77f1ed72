// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes: {@code 64M}, {@code 1.5G}, {@code 300MiB}, {@code 1048576}. K, M, G and T are powers of 1,024. */
final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)([KMGT]?)(I?B)?");

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is no size; write it as 64M or 2G");
        }
        String unit = String.valueOf(form.group(2));
        double bytes = Double.parseDouble(String.valueOf(form.group(1)))
                * Math.pow(1024, "KMGT".indexOf(unit) + (unit.isEmpty() ? 0 : 1));
        if (bytes >= 1L << 50) {
            throw new TypeConversionException("'" + text + "' is more than any machine has");
        }
        return (long) bytes;
    }
}
