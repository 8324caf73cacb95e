import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../testing/open-folder.ts'
import { runCommand } from '../testing/run-command.ts'

test.each([
  [['user', 'list']],
  [['user', 'add', '林夏']],
  [['demo', 'add']],
  [['demo', 'remove']],
  [['import', '.']],
  [['channels', 'add', '自家台', 'http://192.0.2.1/a.m3u8']],
  [['site', 'list']],
])('[M04] %j in a folder without a station is refused, names the folder, and creates nothing', async (args) => {
  const folder = openFolder()
  const YUNMU_DATA = join(folder, 'data')
  const { code, stdout, stderr } = await runCommand({ args, env: { YUNMU_DATA }, folder, input: 'wanquan-budui-93\n' })
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `数据文件夹 ${YUNMU_DATA} 里没有站点，什么也没有改动。请先用 npm start 建站；站点在别处的，用 YUNMU_DATA 指明它的数据文件夹。\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})
