"""Training for players and dealers: the coach, drills, and the dealer's school.

A lesson of the school plays at a real table; every answer is checked by the rules and explained by their clauses.

    >>> from pitboss.training.lesson import Lesson
    >>> from pitboss.training.levels import level
    >>> from pitboss.table.table import practice_submission
    >>> lesson = Lesson(practice_submission("uth"), level(3), seed=7)
    >>> lesson.question.asks, lesson.question.keys
    ('Which seat do you turn to first?', ('1', '2', '3'))
    >>> verdict = lesson.answer("1")
    >>> verdict.right, verdict.due.words, verdict.clauses[0]
    (False, 'Seat 3 comes first.', 'UTH-10(h).1')

A lesson is a pure function of the submission, the level, the seed and the answers given so far.
"""
