import * as contract from '@yunmu/contract'
import { expect, test } from 'vitest'
import { callOf } from './contract-calls.ts'
import type { Calls } from './calls.ts'

const calls: Calls = contract
const isName = (name: string): name is keyof Calls => name in calls

/** Pages do not make these. */
const ofConsole = new Set<string>(contract.callsByDomain.console.map(({ name }) => name))

test('every call of the contract that pages make is found by its name', async () => {
  const ofPages = contract.calls.filter(({ name }) => !ofConsole.has(name))
  const names = ofPages.map(({ name }) => name).filter(isName)
  expect(names).toHaveLength(ofPages.length)
  for (const name of names) expect((await callOf(name)).path).toBe(calls[name].path)
})
