"""What holds for all tests: how many random examples are tried where a test does not say, and no deadline for one."""

from hypothesis import settings

from tests.examples import examples

settings.register_profile("puzzlebench", max_examples=examples(100), deadline=None)
settings.load_profile("puzzlebench")
