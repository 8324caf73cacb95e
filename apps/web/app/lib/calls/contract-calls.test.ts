import * as contract from '@yunmu/contract'
import { expect, test } from 'vitest'
import { callOf } from './contract-calls.ts'
import type { Calls } from './calls.ts'

const calls: Calls = contract
const isName = (name: string): name is keyof Calls => name in calls

test('every call of the contract is found by its name', async () => {
  const names = contract.calls.map(({ name }) => name).filter(isName)
  expect(names).toHaveLength(contract.calls.length)
  for (const name of names) expect((await callOf(name)).path).toBe(calls[name].path)
})
