"""Tests the environments for training, also with the checks of Gymnasium and PettingZoo."""

import warnings

import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from broadside.env import ArsenalEnv, ShipsEnv, TargetingEnv, TargetingVectorEnv


def test_targeting_is_an_environment():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(TargetingEnv(), skip_render_check=True)
        check_env(TargetingEnv(shape=(12, 15), fleet=(5, 5, 1)), skip_render_check=True)


def test_targeting_ends_when_all_is_sunk():
    env = TargetingEnv(render_mode="ansi")
    observation, info = env.reset(seed=1)
    total, is_over, chance = 0.0, False, np.random.default_rng(1)
    while not is_over:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, is_cut_off, info = env.step(action)
        total += reward
        assert not is_cut_off
    assert observation["afloat"].sum() == 0 and (observation["cells"] == 2).sum() == 14
    assert -100 <= total <= -14 and env.render().count("x") == 14
    with pytest.raises(ValueError, match="below 100, found 100"):
        env.step(np.int64(100))


def test_many_games_are_one_game_each():
    many = TargetingVectorEnv(5)
    observation, _ = many.reset(seed=4)
    assert many.observation_space.contains(observation)
    lengths, ended = [], np.zeros(5, int)
    for shot in range(300):
        masks = many.action_masks()
        observation, rewards, ends, cut_off, _ = many.step(masks.argmax(axis=1))
        assert many.observation_space.contains(observation)
        assert ((rewards == 0) == (ended > 0)).all()
        assert (observation["afloat"].sum(axis=1)[ends] == 0).all()
        ended = ends.astype(int)
        lengths += [shot] * int(ends.sum())
    # The shots go row by row from the top, so a game needs nearly all of its cells.
    assert 10 <= len(lengths) <= 5 * 300 // 14
    with pytest.raises(ValueError, match="5 cells"):
        many.step(np.array([-1, 0, 0, 0, 0]))


@pytest.mark.parametrize("make", [ArsenalEnv, ShipsEnv, lambda: ShipsEnv("narrow", max_turns=40)])
def test_two_sides_pass_the_tests_of_pettingzoo(make):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=300)
        seed_test(make, num_cycles=100)


@pytest.mark.parametrize("make", [ArsenalEnv, lambda: ShipsEnv("small", max_turns=60, no_progress=30)])
def test_masked_play_comes_to_an_end(make):
    env, chance = make(), np.random.default_rng(3)
    for seed in range(2):
        env.reset(seed=seed)
        for agent in env.agent_iter(100_000):
            observation, reward, is_over, is_cut_off, _ = env.last()
            if is_over:
                env.step(None)
                continue
            assert env.observation_space(agent).contains(observation)
            allowed = np.flatnonzero(observation["action_mask"])
            # Action 0 ends the turn; random actions alone would rarely do so.
            env.step(0 if isinstance(env, ShipsEnv) and chance.random() < 0.1 else int(chance.choice(allowed)))
        assert not env.agents
        assert abs(sum(env._cumulative_rewards.values())) <= 1.0


def test_orders_have_words():
    env = ShipsEnv()
    env.reset(seed=0)
    assert env.words(0) == "END" and env.words(1) == "SHOOT 0 0"
    allowed = np.flatnonzero(env.observe("A")["action_mask"])
    assert {env.words(int(action)).split()[0] for action in allowed} == {"END", "PLACE_SHIP"}
    with pytest.raises(ValueError, match="not legal"):
        env.step(1)
    with pytest.raises(ValueError, match="expected an action"):
        env.step(10**6)
