import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bareEnv } from '../../../testing/bare-env.ts'

/** Runs the fixture in a process of its own, where nothing has been imported. */
async function importsOf(...ids: string[]): Promise<{ before: string[]; after: string[]; isSocketKept: boolean }> {
  const script = join(import.meta.dirname, 'imports.fixture.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...ids], { env: bareEnv() })
  return JSON.parse(stdout)
}

test('[J04] no library of a gateway is loaded before the gateway is used, and then only its own; nor is the test bank', async () => {
  expect(await importsOf()).toEqual({ before: [], after: [], isSocketKept: true })
  expect(await importsOf('epay')).toEqual({ before: [], after: [], isSocketKept: true })
  expect(await importsOf('stripe')).toEqual({ before: [], after: ['stripe'], isSocketKept: true })
  expect(await importsOf('wechat')).toEqual({ before: [], after: ['wechatpay-axios-plugin'], isSocketKept: true })
  expect(await importsOf('alipay')).toEqual({ before: [], after: ['alipay-sdk'], isSocketKept: true })
})
