// What a first visit asks of the engine: the start, the home view, games with a coach and a computer, and questions. Whatever is missing here works all
// the same, but waits for the rest of the engine.

/** Plays a game. `choose` gives the tap for a state in which an action is due. */
function play(game, wanted, choose) {
  let view = game.newGame({ rounds: 1, ...wanted });
  for (let taps = 0; view.stage !== 'over'; taps += 1) {
    if (taps > 1000) {
      throw new Error('the game does not end');
    }
    view = game.play(view.asks ? { answer: true } : view.stage === 'to-roll' || view.waits ? 'throw' : choose(view, taps), view.state) ?? view;
  }
  return view;
}

const nth = ({ choices }, number) => ({ choose: choices[number % choices.length].typed });

export function firstVisit({ Engine, checkRules, listRules, speak }) {
  globalThis.engineProgress = () => {};
  speak(undefined, '.');
  checkRules('hasbro');
  listRules();
  const game = Engine.open('hasbro', Engine.solve('hasbro').table());
  game.rules();
  game.daily('', 20261101, 20261101);
  ['11666', '12345', '66666', '22446', '33355', '13356 rerolls=1 ones=3'].forEach((dice) => game.advise({ dice }));
  game.advise({ dice: '11666', card: '', rerolls_left: 1 });
  game.advise({ dice: [1, 3, 3, 5, 6], card: 'ones=3', chosen: 'hold 33', why: true });
  game.position('13356 ones=3');
  game.withPoints(game.card('ones=3').text, 'twos', 6);

  // A careful player, one who errs and takes back, and one who asks for hints.
  play(game, { players: ['A'], seed: 1, coach: 0.2 }, (view) => (view.advice === 'silent' ? 'hint' : { choose: view.options[0].typed }));
  let takenBack = 0;
  const { saved } = play(game, { players: ['A', 'computer'], seed: 2, coach: 0.2 }, (view, taps) => {
    if (view.mistake && takenBack < 3) {
      takenBack += 1;
      game.explain();
      return 'undo';
    }
    return nth(view, taps * 7);
  });
  play(game, { players: [], seed: 3 }, (view, taps) => nth(view, taps * 5));
  game.resume(saved);
}
