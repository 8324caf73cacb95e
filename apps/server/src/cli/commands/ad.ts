import type { AdPlatform } from '@yunmu/contract'
import { homeAnchor, imageAdType } from '@yunmu/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { Ad, AdRefusal } from '../../domains/ads/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { embedPicture } from '../embedded-picture.ts'
import { readOperatorFile, parseId } from '../operator-input.ts'

/** Messages for refused advertisements. */
const refusalMessages: Record<AdRefusal, string> = {
  AnchorInvalid: '位置要以字母开头，只用字母、数字和下划线，最多 20 个字。',
  NothingToShow: '要用 --picture 给一张图片，或用 --html 给一个网页片段，二选一。',
  HtmlTooLong: '网页片段最多 20000 个字。',
  UriInvalid: '链接要以 http:// 或 https:// 开头，或是本站的路径。',
}

/** Twice the largest displayed size. */
const pictureBox = { width: 1456, height: 720 }

/** `ad add|list|remove`: advertisements. */
export function adCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('ad')
    .description('广告')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
}

const platforms: Readonly<Partial<Record<string, AdPlatform>>> = { 电脑: 'pc', pc: 'pc', 手机: 'h5', h5: 'h5' }

function parsePlatform(text: string): AdPlatform {
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

function addCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('add')
    .description(`新建广告；首页的位置叫 ${homeAnchor}`)
    .argument('<位置>')
    .option('--picture <文件>', '图片，访客可以关掉')
    .option('--link <地址>', '图片通向哪里')
    .option('--html <文件>', '网页片段，放在没有权限的框里，访客不能关掉')
    .option('--platform <平台>', '只给 电脑 或 手机，默认都给', parsePlatform)
    .action(async (anchor: string, { picture, html, link = '', platform }: AddOptions) => {
      const draft = {
        anchor,
        platform: platform ?? null,
        uri: link,
        img: picture === undefined ? null : await embedPicture(context, picture, pictureBox),
        html: html === undefined ? null : (await readOperatorFile(context, html)).toString(),
      }
      await run(async ({ station, platform }) => {
        const added = await station.ads.add(draft, nowSec(platform.clock))
        if (typeof added === 'string') throw new UsageError(refusalMessages[added])
        context.print(`已新建广告 ${added}。`)
      })
    })
}

function adText({ id, anchor, platform, type, uri, html }: Ad): string {
  const screens = platform === null ? '电脑和手机' : platform === 'pc' ? '电脑' : '手机'
  const content = type === imageAdType ? `图片 ${uri}` : `网页片段 ${html.length} 字`
  return `${String(id).padEnd(6)}${anchor.padEnd(12)}${screens}  ${content}`
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出所有广告')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const ads = await station.ads.list()
        if (ads.length === 0 && !json) print('还没有广告。')
        for (const ad of ads) print(json ? JSON.stringify(ad) : adText(ad))
      }),
    )
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一个广告')
    .argument('<编号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const id = parseId(text, '广告')
        if (!(await station.ads.remove(id))) throw new UsageError(`没有编号为“${text}”的广告。`)
        print(`已去掉广告 ${id}。`)
      }),
    )
}
