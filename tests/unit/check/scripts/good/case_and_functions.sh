#!/usr/bin/env bash
#SBATCH --output=%x-%j.out
usage() { echo "usage: $0 MODE"; exit 2; }
function prepare {
  mkdir -p out
  rm -f out/*.tmp || true
}
prepare
case "$1" in
  train|finetune) exec gpualert run python train.py "$@" ;;
  eval) exec gpualert run python eval.py ;;
  (*) usage ;;
esac
