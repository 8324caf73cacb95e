import { expect, test } from 'vitest'
import { SoundTable } from './sound-table.ts'
import { mistypedInitials, mistypedReadings } from './spelling.ts'

function tableOf(names: readonly string[]): SoundTable {
  const table = new SoundTable()
  for (const name of names) table.numberOf(name)
  return table
}

const table = tableOf(['xi', 'an', 'xian', 'xiang', 'liu', 'lang', 'lan', 'di', 'qiu', 'qi', 'shan', 'sha', 'san'])

test('[C04] an inserted, omitted, replaced or swapped letter is corrected', () => {
  for (const typed of ['liulngdiqiu', 'liulangddiqiu', 'liulangdiqou', 'liulnagdiqiu'])
    expect(mistypedReadings(typed, table), typed).toContainEqual(['liu', 'lang', 'di', 'qiu'])
})

test('[C04] correct and too long inputs have no corrections', () => {
  expect(mistypedReadings('xi', table)).toEqual([])
  expect(mistypedReadings('xian'.repeat(11), table)).toEqual([])
  expect(mistypedReadings('zzzzzz', table)).toEqual([])
})

test('[C04] the number of corrections of long inputs is limited', () => {
  expect(mistypedReadings('xian'.repeat(3), table).length).toBeGreaterThan(36)
  expect(mistypedReadings('xian'.repeat(10), table).length).toBeLessThanOrEqual(36)
})

test('[C04] initials are corrected by one letter, any initial in place of a wrong or missing one', () => {
  const corrections = mistypedInitials('ldlqx')
  for (const expected of [
    ['l', 'd', 'l', 'q'],
    ['l', 'd', null, 'q', 'x'],
    ['l', null, 'd', 'l', 'q', 'x'],
    ['l', 'd', 'l', 'q', 'x', null],
    ['d', 'l', 'l', 'q', 'x'],
  ])
    expect(corrections).toContainEqual(expected)
})

test('[C04] short and long initials and pinyin are not corrected as initials', () => {
  for (const run of ['ldlq', 'ldlqldlqx', 'liulang']) expect(mistypedInitials(run)).toEqual([])
})
