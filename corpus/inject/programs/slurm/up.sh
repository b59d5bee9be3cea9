#!/bin/bash
# up.sh DIR — a private Slurm (munged, slurmctld, ten slurmd) on the loopback interface, everything in DIR; root only.
set -u
D=$1
for program in munged slurmctld slurmd scontrol; do
  command -v $program >/dev/null || { echo "up.sh: $program is missing (apt-get install slurm-wlm munge)" >&2; exit 1; }
done
"$(dirname "$0")/down.sh" "$D" 2>/dev/null
rm -rf "$D"
mkdir -p "$D"/{munge,state,log,run,spool}
chmod 755 "$D" "$D"/{munge,log,run,spool}
host=$(hostname -s)
base=$((21000 + RANDOM % 9000))
dd if=/dev/urandom of="$D/munge/munge.key" bs=1024 count=1 status=none
chown -R munge: "$D/munge"
chmod 400 "$D/munge/munge.key"
chown slurm: "$D"/{state,log,run}
setpriv --reuid munge --regid munge --clear-groups munged --force --num-threads=2 --key-file="$D/munge/munge.key" \
  --socket="$D/munge/munge.sock" --pid-file="$D/munge/munged.pid" --log-file="$D/munge/munged.log" --seed-file="$D/munge/seed" || exit 1
{
  cat <<END
ClusterName=lab
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$D/munge/munge.sock
CredType=cred/munge
SlurmUser=slurm
SlurmdUser=root
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool/%n
SlurmctldPidFile=$D/run/slurmctld.pid
SlurmdPidFile=$D/run/slurmd.%n.pid
SlurmctldLogFile=$D/log/slurmctld.log
SlurmdLogFile=$D/log/slurmd.%n.log
ProctrackType=proctrack/cgroup
TaskPlugin=task/cgroup
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2,batch_sched_delay=1,sched_min_interval=100000
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
MinJobAge=300
SlurmctldTimeout=30
SlurmdTimeout=15
JobRequeue=1
END
  for i in $(seq 10); do
    echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + i)) CPUs=32 RealMemory=20000 State=UNKNOWN"
  done
  echo "PartitionName=work Nodes=n[1-2] Default=YES MaxTime=INFINITE DefMemPerCPU=100 State=UP"
  echo "PartitionName=spot Nodes=n3 PriorityTier=1 PreemptMode=CANCEL GraceTime=0 DefMemPerCPU=100 State=UP"
  echo "PartitionName=scavenge Nodes=n4 PriorityTier=1 PreemptMode=REQUEUE DefMemPerCPU=100 State=UP"
  echo "PartitionName=urgent Nodes=n[3-4] PriorityTier=10 PreemptMode=OFF DefMemPerCPU=100 State=UP"
  echo "PartitionName=wide Nodes=n[5-10] DefMemPerCPU=100 State=UP"
} >"$D/slurm.conf"
cat >"$D/cgroup.conf" <<END
CgroupAutomount=yes
CgroupPlugin=cgroup/v1
CgroupMountpoint=/sys/fs/cgroup
ConstrainRAMSpace=yes
ConstrainSwapSpace=no
END
chmod 644 "$D"/*.conf
export SLURM_CONF=$D/slurm.conf
touch "$D/log/slurmctld.log"
chown slurm: "$D/log/slurmctld.log"
slurmctld -f "$D/slurm.conf" -i >"$D/log/start" 2>&1 || { cat "$D/log/start" >&2; exit 1; }
for i in $(seq 10); do
  mkdir -p "$D/spool/n$i"
  slurmd -f "$D/slurm.conf" -N "n$i" >"$D/log/start.n$i" 2>&1 || { cat "$D/log/start.n$i" >&2; exit 1; }
done
for _ in $(seq 150); do
  [ "$(sinfo -h -N -o '%N %T' 2>/dev/null | sort -u | grep -c ' idle$')" = 10 ] && exit 0
  sleep 0.2
done
echo "up.sh: the nodes are not idle after 30 s" >&2
exit 1
