import { onBothGrounds } from '@yunmu/artwork'
import { expect, test } from 'vitest'
import { matchTeam } from './cards.ts'

test('[H01] the colour of a team on cards is one that is seen on both skins, whatever the source told', () => {
  const colourOf = (colour: string) => matchTeam({ id: 1, name: '江海港务', short: '', colour, colour2: '' }).colour
  expect(colourOf('#c8372d')).toBe('#c8372d')
  expect(colourOf('#000000')).toBe(onBothGrounds('#000000'))
  expect(colourOf('#000000')).not.toBe('#000000')
})
