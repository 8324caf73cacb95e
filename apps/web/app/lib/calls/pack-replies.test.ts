import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packReplies, unpackReplies } from './pack-replies.ts'

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.record({ id: tie('value'), name: fc.string(), '~': tie('value') }), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constant('~'), fc.string()), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('replies come out of a page as they went in, whatever they hold', () => {
  fc.assert(
    fc.property(value, (reply) => {
      expect(unpackReplies(packReplies({ reply }))).toEqual(JSON.parse(JSON.stringify({ reply })))
    }),
  )
})

test('no text of a reply can end the element that carries it', () => {
  const text = packReplies({ name: '</script><!--<script>' })
  expect(text).not.toContain('<')
  expect(unpackReplies(text)).toEqual({ name: '</script><!--<script>' })
})

test('a list of cards names its fields once', () => {
  const cards = Array.from({ length: 50 }, (_, id) => ({ id, pidId: 2, typeName: '电影', name: `片名${id}` }))
  const text = packReplies({ list: cards })
  expect(text.match(/typeName/g)).toHaveLength(1)
  expect(text.length).toBeLessThan(JSON.stringify({ list: cards }).length / 2)
})
