// SPDX-License-Identifier: Apache-2.0
/**
 * LDAP's vocabulary, in one room because pipeline, search and server all speak it: LDIF (RFC
 * 2849), distinguished names (RFC 4514), search filters (RFC 4515). The listener that answers LDAP
 * clients lives in {@code server}.
 *
 * <p><b>Threads.</b> Values here are immutable or owned by one thread; nothing is shared.
 *
 * <p><b>Memory.</b> LDIF is read in the job's arena; names and filters are small objects, one per
 * request or per entry under work.
 *
 * <p><b>Start at</b> the LDIF reader; it is not written yet.
 */
@NullMarked
package dev.juggle.ldap;

import org.jspecify.annotations.NullMarked;
