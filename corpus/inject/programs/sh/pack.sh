#!/bin/bash
# Copies results to the scratch volume with ordinary tools; the tool is $1.
set -e
head -c 3000000 /dev/zero | tr '\0' 'r' >results.bin
for epoch in 1 2 3 4 5; do echo "epoch $epoch/5 loss 0.$((9 - epoch))12 error_rate 0.$((30 - epoch))"; done
echo "packing results"
case $1 in
cp) cp results.bin runs/results.bin ;;
tar) tar cf runs/results.tar results.bin ;;
echo) for i in $(seq 4000); do echo "$(head -c 1000 results.bin)" >>runs/results.txt; done ;;
gzip) gzip -1 -c /dev/urandom | head -c 5000000 >runs/results.gz ;;
dd) dd if=results.bin of=runs/results.dd bs=64k ;;
esac
echo "packed"
