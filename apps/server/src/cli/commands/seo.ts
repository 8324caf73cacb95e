import { seoPages, seoPlaceholders, type SeoEntry, type SeoPage } from '@yunmu/contract'
import { Command } from 'commander'
import { maxTextLength, parsePage, unknownPlaceholders, type Seo, type SeoTexts } from '../../domains/seo/index.ts'
import { createStationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'

/** `seo`: titles, keywords and descriptions of pages for search engines. */
export function seoCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = createStationRunner(context, onCode)
  const run: Run = (work) =>
    at(async ({ station }) => {
      const message = await work(station.seo.entries)
      if (message !== null) context.print(message)
    })
  return new Command('seo')
    .description('各类页面的标题、关键词和描述')
    .addCommand(listCommand(run, context))
    .addCommand(setCommand(run))
    .addCommand(removeCommand(run))
}

type Run = (work: (entries: Seo['entries']) => Promise<string | null>) => Promise<void>

const entryLine = ({ page, seo_title, seo_keywords, seo_description }: SeoEntry): string =>
  [page, `  标题    ${seo_title}`, `  关键词  ${seo_keywords}`, `  描述    ${seo_description}`].join('\n')

function listCommand(run: Run, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出已设置的页面')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async (entries) => {
        const list = await entries.list()
        if (list.length === 0 && !json) return `还没有设置。可设置的页面：${seoPages.join('、')}。`
        for (const entry of list) print(json ? JSON.stringify(entry) : entryLine(entry))
        return null
      }),
    )
}

interface TextOptions {
  title?: string
  keywords?: string
  description?: string
}

function setCommand(run: Run): Command {
  const placeholders = seoPlaceholders.map((word) => `{${word}}`).join(' ')
  return new Command('set')
    .description(`设置一类页面，可用 ${placeholders}；空字符串表示用页面自己的`)
    .argument('<页面>')
    .option('--title <文字>', '标题')
    .option('--keywords <文字>', '关键词，以逗号分隔')
    .option('--description <文字>', '描述')
    .action(async (name: string, options: TextOptions) => {
      const [page, texts] = [pageNamed(name), textsOf(options)]
      await run(async (entries) => {
        await entries.set(page, texts)
        return `“${page}”已设置，新的页面马上生效。`
      })
    })
}

function removeCommand(run: Run): Command {
  return new Command('remove')
    .description('删除一类页面的设置，改用页面自己的')
    .argument('<页面>')
    .action(async (name: string) => {
      const page = pageNamed(name)
      await run(async (entries) => {
        if (!(await entries.remove(page))) throw new UsageError(`“${page}”没有设置过。`)
        return `“${page}”的设置已删除。`
      })
    })
}

function pageNamed(name: string): SeoPage {
  const page = parsePage(name)
  if (page === null) throw new UsageError(`没有“${name}”这类页面。可用：${seoPages.join('、')}。`)
  return page
}

function textsOf({ title, keywords, description }: TextOptions): Partial<SeoTexts> {
  const texts: Partial<SeoTexts> = {
    ...(title !== undefined && { seo_title: title }),
    ...(keywords !== undefined && { seo_keywords: keywords }),
    ...(description !== undefined && { seo_description: description }),
  }
  const all = Object.values(texts)
  if (all.length === 0) throw new UsageError('请用 --title、--keywords 或 --description 给出至少一项。')
  const unknown = all.flatMap(unknownPlaceholders)
  if (unknown.length > 0) throw new UsageError(`没有 ${unknown.join(' ')} 这样的占位符。`)
  for (const key of ['seo_title', 'seo_keywords', 'seo_description'] as const) {
    if ([...(texts[key] ?? '')].length > maxTextLength[key])
      throw new UsageError(`每项最多 ${maxTextLength[key]} 个字。`)
  }
  return texts
}
