// SPDX-License-Identifier: Apache-2.0
package planted;

/** A class in no room. */
public final class Homeless {
    private Homeless() {}
}
