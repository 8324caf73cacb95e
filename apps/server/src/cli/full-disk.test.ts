import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { createLogger } from '../platform/process/logger.ts'
import { openFolder } from '../testing/open-folder.ts'
import { runCommand } from '../testing/run-command.ts'

/** More than any disk has free. */
const MIN_FREE_MB = '999999999'

/** What the first start does. */
async function createStation(YUNMU_DATA: string): Promise<void> {
  const log = createLogger({ level: 'error' })
  const platform = await openPlatform({ config: readConfig({ YUNMU_DATA }, '/'), log, print: () => undefined })
  await platform.close()
}

test('[M04] on a full disk, commands that add are refused with a message; those that read and remove are not', async () => {
  const folder = openFolder()
  const run = (args: readonly string[], settings: Record<string, string> = {}) =>
    runCommand({ args, env: { YUNMU_DATA: join(folder, 'data'), ...settings }, folder })
  await createStation(join(folder, 'data'))
  expect(await run(['demo', 'add'])).toMatchObject({ code: 0, stdout: '演示片单已放上。\n' })
  for (const args of [
    ['import', folder],
    ['demo', 'add'],
    ['channels', 'add', '自家台', 'http://192.0.2.1/a.m3u8'],
    ['channels', 'import', join(folder, 'list.m3u')],
    ['guide', 'import', join(folder, 'guide.xml')],
    ['moderation', 'words', 'add', '待审', '词'],
  ]) {
    const { code, stderr } = await run(args, { MIN_FREE_MB })
    expect({ code, stderr }, args.join(' ')).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^磁盘快满了：.*至少需要/),
    })
  }
  expect(await run(['user', 'list'], { MIN_FREE_MB })).toMatchObject({ code: 0 })
  expect(await run(['demo', 'remove'], { MIN_FREE_MB })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('演示片单已移除'),
  })
})
