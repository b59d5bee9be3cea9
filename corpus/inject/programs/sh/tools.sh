#!/bin/bash
# A job script that calls a program which is not there, or cannot run; $1 says which.
echo "=== $(date '+%F %T') node $(hostname), job started"
ls /opt/conda/bin/activate 2>&1 | sed 's/^/warning: /'
echo "=== environment ready"
printf '#!/opt/envs/train/bin/python3.9\nprint("epoch 1")\n' >train_cli; chmod +x train_cli
printf '\177ELF\002\001\001 not for this machine' >kernel_bench; chmod +x kernel_bench
case $1 in
bash) torchrun_ft --nproc_per_node=8 train.py ;;
dash) sh -c 'nvidia-smi-report; accelerate_ft launch train.py' ;;
env) env OMP_NUM_THREADS=8 python3.9-train train.py ;;
shebang) ./train_cli --epochs 3 ;;
format) ./kernel_bench --size 4096 ;;
nohup) nohup deepspeed_ft --num_gpus 8 train.py ;;
timeout) timeout 3600 composer_ft train.py ;;
xargs) seq 3 | xargs -n1 fairseq_ft_train --seed ;;
make) printf 'train:\n\tfairseq-ft-train data-bin\n' >Makefile; make train ;;
esac
status=$?
echo "=== $(date '+%F %T') job ended with status $status"
exit $status
