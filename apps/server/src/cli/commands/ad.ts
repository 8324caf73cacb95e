import type { AdPlatform } from '@yunmu/contract'
import { homeAnchor, imageAdType } from '@yunmu/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { Ad, AdRefusal } from '../../domains/ads/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { atStation, type AtStation } from '../at-station.ts'
import { WrongUse, type CommandContext } from '../command-context.ts'
import { embedPicture } from '../embedded-picture.ts'
import { readGiven, readId } from '../from-operator.ts'

/** What the operator reads when an advertisement cannot be taken. */
const refusals: Record<AdRefusal, string> = {
  AnchorInvalid: '位置要以字母开头，只用字母、数字和下划线，最多 20 个字。',
  NothingToShow: '要用 --picture 给一张图片，或用 --html 给一个网页片段，二选一。',
  HtmlTooLong: '网页片段最多 20000 个字。',
  UriInvalid: '链接要以 http:// 或 https:// 开头，或是本站的路径。',
}

/** Twice the widest that it is shown. */
const pictureBox = { width: 1456, height: 720 }

/** `ad add|list|remove`: advertisements. */
export function adCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = atStation(context, onCode)
  return new Command('ad')
    .description('广告')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
}

const platforms: Readonly<Partial<Record<string, AdPlatform>>> = { 电脑: 'pc', pc: 'pc', 手机: 'h5', h5: 'h5' }

function platformOf(text: string): AdPlatform {
  const platform = platforms[text]
  if (platform === undefined) throw new InvalidArgumentError('')
  return platform
}

interface AddOptions {
  picture?: string
  html?: string
  link?: string
  platform?: AdPlatform
}

function addCommand(run: AtStation, context: CommandContext): Command {
  return new Command('add')
    .description(`新建广告；首页的位置叫 ${homeAnchor}`)
    .argument('<位置>')
    .option('--picture <文件>', '图片，访客可以关掉')
    .option('--link <地址>', '图片通向哪里')
    .option('--html <文件>', '网页片段，放在没有权限的框里，访客不能关掉')
    .option('--platform <平台>', '只给 电脑 或 手机，默认都给', platformOf)
    .action(async (anchor: string, { picture, html, link = '', platform }: AddOptions) => {
      const wish = {
        anchor,
        platform: platform ?? null,
        uri: link,
        img: picture === undefined ? null : await embedPicture(context, picture, pictureBox),
        html: html === undefined ? null : (await readGiven(context, html)).toString(),
      }
      await run(async ({ station, platform }) => {
        const added = await station.ads.add(wish, nowSec(platform.clock))
        if (typeof added === 'string') throw new WrongUse(refusals[added])
        context.say(`已新建广告 ${added}。`)
      })
    })
}

function adWords({ id, anchor, platform, type, uri, html }: Ad): string {
  const screens = platform === null ? '电脑和手机' : platform === 'pc' ? '电脑' : '手机'
  const content = type === imageAdType ? `图片 ${uri}` : `网页片段 ${html.length} 字`
  return `${String(id).padEnd(6)}${anchor.padEnd(12)}${screens}  ${content}`
}

function listCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('list')
    .description('列出所有广告')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const ads = await station.ads.list()
        if (ads.length === 0 && !json) say('还没有广告。')
        for (const ad of ads) say(json ? JSON.stringify(ad) : adWords(ad))
      }),
    )
}

function removeCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一个广告')
    .argument('<编号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const id = readId(text, '广告')
        if (!(await station.ads.remove(id))) throw new WrongUse(`没有编号为“${text}”的广告。`)
        say(`已去掉广告 ${id}。`)
      }),
    )
}
