import { expect, test } from 'vitest'
import { initialState, withItems, withPage, withoutItemsOfUser } from './paged-list-state.ts'

const ofVisitor = initialState({ query: 'hot', list: ['a', 'b'], total: 9 })
const page = { list: ['c'], query: 'hot', keyOf: (item: string) => item, isLast: false }

test('[E07] the next viewer does not see items that were the reply to a signed-in user', () => {
  const ofUser = withPage(ofVisitor, { ...page, isOfUser: true })
  expect(ofUser.items).toEqual(['a', 'b', 'c'])
  expect(withoutItemsOfUser(ofUser).items).toEqual([])
  const later = withPage(ofUser, { ...page, list: ['d'], isOfUser: false })
  expect(withoutItemsOfUser(later).items).toEqual([])
})

test('[E07] the next viewer does not see what a user wrote into the list of visitors', () => {
  const written = withItems(ofVisitor, ['own', ...ofVisitor.items], true)
  expect(written.items).toEqual(['own', 'a', 'b'])
  expect(withoutItemsOfUser(written).items).toEqual([])
})

test('[E07] replies to visitors stay until the next viewer has others', () => {
  const changed = withItems(withPage(ofVisitor, { ...page, isOfUser: false }), ['a', 'c'], false)
  expect(withoutItemsOfUser(changed)).toBe(changed)
})

test('[I01] an item that two pages contain is listed once, and a page without new items is the last', () => {
  const next = withPage(ofVisitor, { ...page, list: ['b', 'c'], isOfUser: false })
  expect(next).toMatchObject({ items: ['a', 'b', 'c'], isComplete: false, phase: 'idle' })
  expect(withPage(next, { ...page, isOfUser: false }).isComplete).toBe(true)
})
