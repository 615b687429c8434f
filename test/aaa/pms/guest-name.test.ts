import { test } from 'tap';
import { isNamed, roomKey } from '../../../src/aaa/pms/guest-name.ts';

const guests = {
  müller: { lastName: 'MÜLLER', firstName: 'Jürgen' },
  sorensen: { lastName: 'Sørensen', firstName: null },
  obrien: { lastName: "O'Brien-Smith", firstName: 'Mary' },
  comma: { lastName: 'Łódźka, Ewa', firstName: null },
  chinese: { lastName: '王', firstName: '小明' },
  nobody: { lastName: '', firstName: 'Anna' },
};

const cases: readonly (readonly [keyof typeof guests, string, boolean])[] = [
  ['müller', 'Müller', true],
  ['müller', 'mueller', true],
  ['müller', ' muller ', true],
  ['müller', 'Jurgen Müller', true],
  ['müller', 'Mueller, Juergen', true],
  ['müller', 'Jürgen', false],
  ['müller', 'Mull', false],
  ['müller', '', false],
  ['müller', '%', false],
  ['sorensen', 'Sorensen', true],
  ['sorensen', 'Soerensen', true],
  ['obrien', 'obrien smith', true],
  ['obrien', 'O’Brien-Smith', true],
  ['comma', 'Lodzka', true],
  ['comma', 'Ewa Łódźka', true],
  ['chinese', '王', true],
  ['chinese', '王小明', true],
  ['chinese', '李', false],
  ['nobody', 'Anna', false],
  ['nobody', '', false],
];

for (const [guest, typed, is] of cases)
  test(`${JSON.stringify(typed)} ${is ? 'is' : 'is not'} the name of ${guests[guest].lastName}`, (t) => {
    t.equal(isNamed(guests[guest], typed), is);
    t.end();
  });

test('a room is the same with zeros and blanks before it', (t) => {
  t.same(['0504', ' 504', '504a', '0', '000'].map(roomKey), ['504', '504', '504A', '0', '0']);
  t.end();
});
