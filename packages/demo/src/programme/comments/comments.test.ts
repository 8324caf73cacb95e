import { expect, test } from 'vitest'
import { programme } from '../programme.ts'
import { ageSecsOf, threadsOf } from './comments.ts'
import { demoViewers } from './viewers.ts'

test('every title has comments and answers, and what is played more has more', () => {
  const counts = programme
    .toSorted((one, other) => other.plays - one.plays)
    .map((title) => threadsOf(title).filter(({ by }) => /^v\d/u.test(by)).length)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(6)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  for (const title of programme) {
    const answers = threadsOf(title).flatMap(({ answers: list = [] }) => list)
    if (title.plays > 100_000) expect(answers.length, title.name).toBeGreaterThan(0)
  }
})

test.each(programme.map((title) => [title.name, title] as const))(
  'comments on %s are finished sentences, no two alike, by different people',
  (_name, title) => {
    const threads = threadsOf(title)
    expect(new Set(threads.map(({ text }) => text)).size).toBe(threads.length)
    for (const thread of threads) {
      for (const { by, text, hoursAgo, likedBy = [] } of [thread, ...(thread.answers ?? [])]) {
        expect(text).toMatch(/[。？！]$/u)
        expect(text).not.toMatch(/[{}]|undefined/u)
        expect(demoViewers).toHaveProperty([by])
        expect(hoursAgo).toBeGreaterThanOrEqual(0)
        expect(new Set(likedBy).size).toBe(likedBy.length)
        expect(likedBy).not.toContain(by)
      }
      for (const answer of thread.answers ?? []) expect(answer.hoursAgo).toBeLessThanOrEqual(thread.hoursAgo)
    }
  },
)

test.each(programme.filter(({ release }) => release.form === 'film').map((title) => [title.name, title] as const))(
  'comments on the film %s speak of no episodes',
  (_name, title) => {
    const comments = threadsOf(title).flatMap((thread) => [thread, ...(thread.answers ?? [])])
    for (const { text } of comments)
      expect(text.replaceAll(title.name, '')).not.toMatch(
        /[第每这那下一]\S?[集期]|集结尾|全集|大结局|追|更新|完结|烂尾/u,
      )
  },
)

test('viewers have different names', () => {
  expect(new Set(Object.values(demoViewers)).size).toBe(Object.keys(demoViewers).length)
  expect(Object.keys(demoViewers).length).toBeGreaterThan(100)
})

test('comments are written at different minutes of the hour, answers after what they answer, none in the future', () => {
  for (const title of programme) {
    const ages = threadsOf(title).map(ageSecsOf)
    for (const [at, age] of ages.flat().entries()) expect(age, `${title.name} ${at}`).toBeGreaterThan(0)
    for (const thread of ages)
      for (const [at, age] of thread.entries()) if (at > 0) expect(age).toBeLessThan(thread[at - 1] ?? 0)
    const minutes = ages.map(([first = 0]) => Math.floor(first / 60) % 60)
    expect(new Set(minutes).size, title.name).toBeGreaterThan(minutes.length / 3)
  }
})
