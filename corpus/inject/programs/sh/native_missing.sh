#!/bin/bash
# Builds a program against a library that is gone when it runs; $1: library, symbol or version.
set -e
mkdir -p lib
echo 'int solve(void) { return 1; }' >d.c
echo 'int solve(void); int main(void) { return solve() - 1; }' >m.c
gcc -shared -fPIC -Wl,-soname,libmkl_rt.so.2 -o lib/libmkl_rt.so d.c
gcc -o solver m.c -Llib -lmkl_rt
echo "[solver] 3 stages, tolerance 1e-6"
case $1 in
library) rm lib/libmkl_rt.so ;;
symbol) echo 'int other(void) { return 1; }' >d.c
        gcc -shared -fPIC -Wl,-soname,libmkl_rt.so.2 -o lib/libmkl_rt.so.2 d.c ;;
esac
for stage in presolve cuts; do echo "[solver] stage $stage ok"; done
set +e
LD_LIBRARY_PATH=lib ./solver
status=$?
echo "[solver] stage branch-and-bound ended with status $status" >&2
exit $status
