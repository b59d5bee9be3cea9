#!/bin/bash
#SBATCH --mail-user=ada@gmial.com       # expect: mail-address
#SBATCH --mail-user=ada.example.org     # expect: mail-address
#SBATCH --mail-user=a@x.org, b@y.org    # expect: mail-address, mail-address
#SBATCH --mail-user="ada lovelace@x.org" # expect: mail-address
#SBATCH --mail-user=ada@@x.org          # expect: mail-address
#SBATCH --mail-user=ada@x.con           # expect: mail-address
#SBATCH --mail-user=ada,bob@ymail.com,carl.gauss
exec gpualert run --to ada@hotmial.com python train.py   # expect: mail-address
