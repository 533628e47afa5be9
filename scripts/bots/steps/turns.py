"""The part that all steps share: reads each turn, and answers it with a group of commands."""
import sys


def play(orders):
    """Plays one game. `orders` gets our side and the words of each line, and returns our commands."""
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
