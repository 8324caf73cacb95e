import { Command } from 'commander'
import { isSettingName, settingKinds, settingOf, type SettingName } from '../../domains/site/index.ts'
import { exitCodes, WrongUse, type CommandContext } from '../command-context.ts'
import { embedPicture } from '../embedded-picture.ts'

/** What a setting is, for the operator. */
const about: Readonly<Record<SettingName, string>> = {
  name: '站名',
  seo_title: '首页标题',
  seo_keywords: '关键词，用逗号分开',
  seo_description: '一句话介绍',
  index_old_version_site: '旧版网站的地址；空则不显示',
  external_vod_site: '外部点播站的地址；空则不显示',
  logo: '站标：本站的路径，或一个图片文件；空则用自带的',
  live_live: '是否开放体育比赛：是 或 否',
  disclaimer: '页脚的声明',
  copyright: '页脚的版权人',
  email: '联系邮箱',
  phone: '联系方式',
  apk_uri: '安卓客户端的下载地址；空则没有客户端',
  apk_version: '安卓客户端的版本',
  apk_size: '安卓客户端的大小，字节',
  apk_notes: '安卓客户端的更新说明',
}

const logoBox = { width: 600, height: 84 }

function named(name: string): SettingName {
  if (!isSettingName(name)) throw new WrongUse(`没有“${name}”这个设置：可用 ${Object.keys(about).join('、')}。`)
  return name
}

/** What the operator wrote, or the picture that they named. */
async function written(name: SettingName, value: string): Promise<string> {
  if (settingKinds[name] !== 'picture' || value.trim() === '' || settingOf(name, value)) return value
  return embedPicture(value, logoBox)
}

function valueWords(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return value === 0 ? '（空）' : String(value)
  if (value.startsWith('data:')) return '（一张图片）'
  return value === '' ? '（空）' : value.replaceAll('\n', ' / ')
}

/** `site list|set`: what the station says of itself. */
export function siteCommand(context: CommandContext, onCode: (code: number) => void): Command {
  return new Command('site')
    .description('站点设置')
    .addCommand(listCommand(context, onCode))
    .addCommand(setCommand(context, onCode))
}

function listCommand({ openStation, say }: CommandContext, onCode: (code: number) => void): Command {
  return new Command('list')
    .description('列出所有设置')
    .option('--json', '一个 JSON，供其他程序读取')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { station, close } = await openStation()
      try {
        const settings = await station.site.read()
        if (json) say(JSON.stringify(settings))
        else
          for (const name of Object.keys(about).filter(isSettingName))
            say(`${name.padEnd(24)}${valueWords(settings[name])}\n${' '.repeat(24)}${about[name]}`)
        onCode(exitCodes.well)
      } finally {
        await close()
      }
    })
}

function setCommand({ openStation, say }: CommandContext, onCode: (code: number) => void): Command {
  return new Command('set')
    .description('改一项设置；值为空（""）就是去掉')
    .argument('<名称>')
    .argument('<值>')
    .action(async (text: string, value: string) => {
      const name = named(text)
      const settings = settingOf(name, await written(name, value))
      if (!settings) throw new WrongUse(`这个值不能用作${about[name]}。`)
      const { station, close } = await openStation()
      try {
        await station.site.write(settings)
        say(`已改好：${about[name]}`)
        onCode(exitCodes.well)
      } finally {
        await close()
      }
    })
}
