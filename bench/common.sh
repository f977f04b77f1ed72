# SPDX-License-Identifier: Apache-2.0
#
# What the scripts in this folder share: read by them with `.`, not run. They are programs of one class each in
# bench/src/main/java, started from source, so that nothing has to be built for them.

bench=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

# Is $1 the home of a JDK of 25 or newer?
new_enough() {
    [ -x "$1/bin/javac" ] || return 1
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
    [ "${version:-0}" -ge 25 ]
}

# Runs the class $1 of dev.juggle.bench with the other arguments.
run_class() {
    class=$1
    shift
    on_path=$(command -v java) && on_path=$(readlink -f "$on_path")
    for home in "${JAVA_HOME-}" "${on_path%/bin/java}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/*; do
        if [ -n "$home" ] && new_enough "$home"; then
            exec "$home/bin/java" ${BENCH_JAVA_OPTS-} -Djuggle.root="${bench%/*}" \
                "$bench/src/main/java/dev/juggle/bench/$class.java" "$@"
        fi
    done
    echo "${0##*/}: no JDK of 25 or newer found; set JAVA_HOME to one." >&2
    exit 3
}
