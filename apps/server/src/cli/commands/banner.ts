import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, printCorrected } from '../correction-output.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner } from '../station-runner.ts'

const maxBanners = 6

/** `banner list|set`: the titles on top of the home page. */
export function bannerCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  const { print } = context
  const list = new Command('list').description('列出首页顶部的影片').action(() =>
    run(async ({ station }) => {
      const { site, titles } = station.catalog.corrections
      const ids = await site.banners()
      if (ids.length === 0) print('首页顶部还没有选影片，自动取最新的。')
      for (const id of ids) print(`${String(id).padEnd(8)}${(await titles.show(id))?.name ?? ''}`)
      return undefined
    }),
  )
  const set = new Command('set')
    .description(`选首页顶部的影片，最多 ${maxBanners} 部；不写则自动`)
    .argument('[影片...]', '影片编号，按先后')
    .action((texts: string[]) => {
      const ids = [...new Set(texts.map((text) => parseId(text, '影片')))]
      if (ids.length > maxBanners) throw new UsageError(`最多 ${maxBanners} 部。`)
      return run(async ({ station }) =>
        printCorrected(print, await station.catalog.corrections.site.setBanners(commandLineActor, ids), () =>
          ids.length === 0 ? '首页顶部现在自动选影片。' : `首页顶部现在有 ${ids.length} 部影片。`,
        ),
      )
    })
  return new Command('banner').description('首页顶部的影片').addCommand(list).addCommand(set)
}
