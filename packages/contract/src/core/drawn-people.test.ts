import fc from 'fast-check'
import { expect, test } from 'vitest'
import { avatarPicture, faceCount, facePicture, personPicture } from './drawn-people.ts'

const numberOf = (address: string): number => Number(/\/(\d+)\.webp$/u.exec(address)?.[1])

test('a name always has the same face, small and wide, of a limited number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(numberOf(facePicture(name))).toBe(numberOf(personPicture(name)))
      expect(numberOf(facePicture(name))).toBeGreaterThanOrEqual(0)
      expect(numberOf(facePicture(name))).toBeLessThan(faceCount)
    }),
  )
  const names = ['沈北望', '许知遥', '叶疏桐', '霍知行', '万重岭', '施见微', '季寒声', '程见微', '唐见月', '裴照野']
  expect(new Set(names.map(facePicture)).size).toBe(names.length)
})

test.each([
  ['唐见月', 1],
  ['冯白露', 1],
  ['沈北望', 0],
  ['霍知行', 0],
])('the hair of %s is guessed from the given name', (name, long) => {
  expect(numberOf(personPicture(name)) % 2).toBe(long)
})

test('invented viewers have different pictures', () => {
  expect(new Set(Array.from({ length: faceCount }, (_, at) => avatarPicture(at))).size).toBe(faceCount)
})
