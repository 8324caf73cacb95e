import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

test('every named icon is drawn, and every drawn icon has a name', () => {
  const drawn = [...read('icons.svg').matchAll(/<symbol id="([^"]+)"/g)].map(([, id = '']) => id)
  const list = /iconNames = \[([^\]]*)\]/.exec(read('icons.tsx'))?.[1] ?? ''
  const named = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  expect(drawn.toSorted()).toEqual(named.toSorted())
})
