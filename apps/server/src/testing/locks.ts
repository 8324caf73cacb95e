import { playPassword, replyCode, type SendOf } from '@yunmu/contract'
import { expect } from 'vitest'
import type { SubjectRef } from '../platform/subjects.ts'
import type { MakeOptions, TestApp } from './test-app.ts'

export const sesame = 'zhi-ma-kai-men'

/** Sets the password of a subject, or of one of its sources or lines. */
export async function lock(
  { station }: TestApp,
  part: SubjectRef & { line?: number },
  password = sesame,
): Promise<void> {
  expect(await station.locks.manager.set({ line: 0, ...part }, password)).toBe(true)
}

/** The `Cookie` header with which a browser goes on after a reply. */
function cookieAfter({ headers }: { headers: Record<string, unknown> }): string {
  const set = [headers['set-cookie']].flat().filter((line) => typeof line === 'string')
  return set.map((line) => line.split(';', 1)[0] ?? '').join('; ')
}

/** Gives the right password in a new browser, or in the one of `options`. Returns the headers of its next requests. */
export async function unlock(
  t: TestApp,
  what: Omit<SendOf<typeof playPassword>, 'ids' | 'level' | 'password'> & { ids?: number; password?: string },
  options: MakeOptions = {},
): Promise<{ cookie: string }> {
  const reply = await t.make(playPassword, { ids: 0, level: 1, password: sesame, ...what }, options)
  expect(reply).toMatchObject({ code: replyCode.done })
  return { cookie: cookieAfter(reply) || (options.headers?.cookie ?? '') }
}
