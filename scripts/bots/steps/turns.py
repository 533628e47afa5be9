"""The frame of all steps: reads turn after turn, and answers each with a group of commands."""
import sys


def play(orders):
    """Plays one game. `orders` is given our side and the words of each line, and gives our commands."""
    script = []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["over"]:  # over won, over lost, over drawn
            return
        if words == ["go"]:
            me = next(words[1] for words in script if words[:1] == ["SET_AI_PLAYER"])
            tag = f"[player{me}]"
            print(tag, *orders(me, script), tag, sep="\n", flush=True)
            script = []
        else:
            script.append(words)
