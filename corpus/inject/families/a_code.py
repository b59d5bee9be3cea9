"""Programs with a mistake of their own: keys, types, names, assertions."""
from registry import script

script("key_or_attr", "vocab", "traceback", r"^KeyError: 'under'", "The tokenizer has no entry for a word of the text.",
       ["plain 1", "logging 2 tracker,badlog", "json 3 optional,hook chain"])
script("key_or_attr", "optional-head", "traceback", r"^AttributeError: 'NoneType' object has no attribute 'size'",
       "The model has no head, and the evaluation reads its size.", ["bar 4 caution", "table 5 sample,finalizer"])
script("key_or_attr", "label-index", "traceback", r"^IndexError: list index out of range",
       "A label beyond the list of classes.", ["keras 6", "fairseq 7 retry,overflow log"])
script("key_or_attr", "collate", "traceback", r"^TypeError: cannot unpack non-iterable NoneType object",
       "A sample is None and the collating function unpacks it.", ["glog 8 thread", "hf 9 evaluator parent"])
script("key_or_attr", "unpack", "traceback", r"^ValueError: too many values to unpack",
       "The model returned three values where the loop expects two.", ["detectron 10 cache", "megatron 11 halve,leak"])
script("key_or_attr", "unbound", "traceback", r"^UnboundLocalError: cannot access local variable 'score'",
       "The score is only set when the validation ran.", ["nano 12", "plain 13 coroutine,older chain"])
script("key_or_attr", "pool", "traceback", r"^KeyError: 'abstract'",
       "A record without abstract failed in a worker of the pool; the second traceback is the parent's view of it.",
       ["logging 14 -", "json 15 retry"], multi=True)
script("key_or_attr", "futures", "traceback", r"^AttributeError: 'float' object has no attribute 'bit_length'",
       "A float among integers failed in the pool's worker.", ["bar 16", "fairseq 17 sample"], multi=True)
script("key_or_attr", "async", "traceback", r"^AttributeError: 'list' object has no attribute 'appendleft'",
       "A list has no appendleft.", ["keras 18 sample", "table 19 tracker,hook"])
script("key_or_attr", "group", "traceback", r"KeyError: 'arc_easy'",
       "The task arc_easy is unknown; the group only carries the exception.", ["hf 20 caution", "plain 21 -"],
       multi=True)
script("key_or_attr", "frame", "traceback", r"^KeyError: 'region'",
       "The column is gone; the chained exception is the same key seen from pandas.",
       ["logging 22 badlog", "detectron 23"],
       framework="pandas", multi=True, needs=("pandas",))
script("key_or_attr", "estimator", "traceback", r"^ValueError: classes should include all valid labels",
       "Labels that were not announced in the first call.", ["nano 24 overflow", "glog 25"], framework="sklearn",
       needs=("sklearn",))
script("key_or_attr", "callback", "traceback", r"^TypeError: checkpoint\(\) got an unexpected keyword argument 'logs'",
       "The hook does not take the argument that the trainer passes.",
       ["megatron 26 optional", "bar 27 thread,finalizer log"])
