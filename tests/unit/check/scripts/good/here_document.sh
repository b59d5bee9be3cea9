#!/bin/bash
cat > config.yaml <<EOF
command: gpualert run python train.py | tee log   # no command of ours
#SBATCH --output=x
trap '' TERM
EOF
cat <<-'END' > job.sh
	#!/bin/bash
	#SBATCH --mail-user=a@gmial.com
	gpualert run x || true
	END
exec gpualert run python train.py --config config.yaml
