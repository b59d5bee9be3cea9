#SBATCH --gpus=1   # expect: no-interpreter
exec gpualert run python train.py
