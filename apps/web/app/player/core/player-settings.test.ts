import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSettings, parseSettings } from './player-settings.ts'

test.each([null, '', '{', '[]', '7', 'null', '{"volume":"loud","rate":99,"height":-1,"skipsOpening":"no"}'])(
  '[F08] settings stored as %s become the defaults',
  (text) => {
    expect(parseSettings(text)).toEqual(defaultSettings)
  },
)

test('[F08] settings are read back as they were written', () => {
  const settings = fc.record({
    volume: fc.double({ min: 0, max: 1, noNaN: true }).map((volume) => volume + 0),
    muted: fc.boolean(),
    rate: fc.constantFrom(0.5, 1, 1.25, 2),
    height: fc.constantFrom(0, 360, 1080),
    subtitles: fc.boolean(),
    skipsOpening: fc.constantFrom(true, false, null),
    switchesLine: fc.boolean(),
  })
  fc.assert(
    fc.property(settings, (given) => {
      expect(parseSettings(JSON.stringify(given))).toEqual(JSON.parse(JSON.stringify(given)))
    }),
  )
})
