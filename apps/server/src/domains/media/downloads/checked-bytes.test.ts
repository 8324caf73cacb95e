import { expect, test } from 'vitest'
import { checkedBytes } from './checked-bytes.ts'

async function* parts(count: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < count; part++) yield Buffer.alloc(10)
}

test('[J03] a download that is sent slowly ends soon after the membership', async () => {
  let isVip = true
  let sent = 0
  const send = async (): Promise<void> => {
    for await (const part of checkedBytes(parts(100), async () => isVip, 40)) {
      sent += part.length
      if (sent === 200) isVip = false
    }
  }
  await expect(send()).rejects.toThrow('no longer permitted')
  expect(sent).toBeLessThanOrEqual(240)
})

test('[J03] a download that stays permitted is sent as a whole', async () => {
  let sent = 0
  for await (const part of checkedBytes(parts(100), async () => true, 40)) sent += part.length
  expect(sent).toBe(1000)
})
