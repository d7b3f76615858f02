import { inCircles, type Step } from './circles.js';

const steps = (text: string): Step[] =>
  text.split(' ').map((step) => {
    const [from, to] = step.split('>').map(Number);
    return { from, to };
  });

it.each([
  ['1>2 2>3 3>4', []],
  ['1>1', [1]],
  ['1>2 2>1', [1, 2]],
  ['9>8 8>1 1>2 2>3 3>1 3>4 4>5', [1, 2, 3]],
  ['1>2 1>3 2>4 3>4 4>5', []],
  ['1>2 2>1 3>4 4>3 5>1 4>6', [1, 2, 3, 4]],
  ['1>2 1>2 2>1', [1, 2]],
])('finds the nodes on circles in %s', (text, found) => {
  expect(inCircles(steps(text))).toEqual(found);
});
