import { ProductKind, type Audience, type PartnerProduct } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { Command, InvalidArgumentError } from 'commander'
import {
  cooperationLines,
  type Partners,
  type ProductInput,
  type ProductRefusal,
} from '../../domains/partners/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import { createStationRunner } from '../station-runner.ts'

/** Messages for refused products. */
const refusalMessages: Record<ProductRefusal, string> = {
  NameInvalid: '名称要 1 到 12 个字。',
  LineInvalid: '说明要 1 到 60 个字。',
  FactsInvalid: '--fact 最多 4 项，写成“素材：1280 × 720”，名目最多 6 个字，内容最多 40 个字。',
  IntroTooLong: '--intro 最多 2000 个字。',
}

type Run = (work: (partners: Partners) => Promise<string>) => Promise<void>

/** `partners product|audience`: what the pages for advertisers offer. */
export function partnersCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = createStationRunner(context, onCode)
  const run: Run = (work) =>
    at(async ({ station }) => {
      const message = await work(station.partners)
      if (message !== '') context.print(message)
    })
  const product = new Command('product')
    .description('可以预约的广告位')
    .addCommand(listCommand(run, context))
    .addCommand(addCommand(run))
    .addCommand(changeCommand(run))
    .addCommand(moveCommand(run))
    .addCommand(removeCommand(run))
  return new Command('partners').description('广告合作页').addCommand(product).addCommand(audienceCommand(run, context))
}

const kindNames: Record<PartnerProduct['kind'], string> = {
  home: '首页',
  pre: '片前',
  pause: '暂停',
  list: '列表',
  text: '文字',
  box: '页角',
  match: '赛事',
  danmaku: '弹幕',
}

function parseKind(text: string): PartnerProduct['kind'] {
  const kind = ProductKind.options.find((one) => one === text || kindNames[one] === text)
  if (kind === undefined) throw new InvalidArgumentError('')
  return kind
}

interface Fact {
  name: string
  value: string
}

function collectFact(text: string, facts: Fact[] = []): Fact[] {
  const [, name, value] = /^([^:：]+)[:：](.+)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('')
  return [...facts, { name: name.trim(), value: value.trim() }]
}

interface ProductOptions {
  kind?: PartnerProduct['kind']
  name?: string
  line?: string
  fact?: Fact[]
  intro?: string
}

const fieldsOf = ({ fact, ...fields }: ProductOptions): Partial<ProductInput> => ({
  ...fields,
  ...(fact && { facts: fact }),
})

const withFields = (command: Command): Command =>
  command
    .option('--line <一句话>', '名称下面的说明')
    .option('--fact <名目：内容>', '素材、计价等，可以写几次', collectFact)
    .option('--intro <文字>', '详情页的介绍')

function listCommand(run: Run, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出广告位')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async (partners) => {
        const products = await partners.products()
        for (const product of products) print(json ? JSON.stringify(product) : productText(product))
        return products.length === 0 && !json ? '还没有广告位。' : ''
      }),
    )
}

const productText = ({ id, kind, name, line, facts }: PartnerProduct): string =>
  [
    `${String(id).padEnd(6)}${kindNames[kind]}  ${name}  ${line}`,
    ...facts.map((fact) => `      ${fact.name}  ${fact.value}`),
  ].join('\n')

function addCommand(run: Run): Command {
  return withFields(
    new Command('add')
      .description(`新增一个广告位；画面：${Object.values(kindNames).join('、')}`)
      .argument('<名称>')
      .requiredOption('--kind <画面>', '图上画的是哪里', parseKind),
  ).action((name: string, options: ProductOptions & Pick<PartnerProduct, 'kind'>) =>
    run(async (partners) => {
      const added = await partners.addProduct({
        line: '',
        facts: [],
        intro: '',
        ...fieldsOf(options),
        kind: options.kind,
        name,
      })
      if (typeof added === 'string') throw new UsageError(refusalMessages[added])
      return `已新增广告位 ${added}。`
    }),
  )
}

const missing = (text: string): UsageError => new UsageError(`没有编号为“${text}”的广告位。`)

function changeCommand(run: Run): Command {
  return withFields(
    new Command('change')
      .description('改一个广告位，只改写出来的')
      .argument('<编号>')
      .option('--name <名称>', '名称')
      .option('--kind <画面>', '图上画的是哪里', parseKind),
  ).action((text: string, options: ProductOptions) =>
    run(async (partners) => {
      const changed = await partners.changeProduct(parseId(text, '广告位'), fieldsOf(options))
      if (typeof changed === 'string') throw new UsageError(refusalMessages[changed])
      if (!changed) throw missing(text)
      return '已改好。'
    }),
  )
}

function moveCommand(run: Run): Command {
  return new Command('move')
    .description('换一个次序')
    .argument('<编号>')
    .argument('<第几个>', '从 1 起', parseNumber)
    .action((text: string, place: number) =>
      run(async (partners) => {
        if (!(await partners.moveProduct(parseId(text, '广告位'), place))) throw missing(text)
        return '已换好。'
      }),
    )
}

function removeCommand(run: Run): Command {
  return new Command('remove')
    .description('去掉一个广告位')
    .argument('<编号>')
    .action((text: string) =>
      run(async (partners) => {
        if (!(await partners.removeProduct(parseId(text, '广告位')))) throw missing(text)
        return '已去掉。'
      }),
    )
}

const maxFigures = 5

/** `每月观众=1,240 万`: the unit follows the number. */
function collectFigure(text: string, figures: Audience['figures'] = []): Audience['figures'] {
  const [, name, value, unit = ''] = /^([^=＝]{1,20})[=＝]\s*([\d.,:：\s]*\d)\s*(.{0,6})$/.exec(text) ?? []
  if (name === undefined || value === undefined || figures.length === maxFigures) throw new InvalidArgumentError('')
  return [...figures, { name: name.trim(), value: value.trim(), unit: unit.trim() }]
}

function audienceCommand(run: Run, { print }: CommandContext): Command {
  return new Command('audience')
    .description('观众的数字；没有出处就不显示，不写选项是看现在的')
    .option('--source <出处>', '如“2026 年 10 月，站内统计，已去重。”；空字符串去掉全部数字')
    .option('--figure <名目=数字 单位>', `如“每月观众=1,240 万”，可以写几次，最多 ${maxFigures} 项`, collectFigure)
    .action(({ source, figure = [] }: { source?: string; figure?: Audience['figures'] }) =>
      run(async (partners) => {
        if (source === undefined && figure.length > 0) throw new UsageError('数字要有出处，用 --source 写明。')
        if (source !== undefined) {
          await partners.setAudience({ source, figures: figure })
          return source === '' ? '已去掉观众的数字。' : '已改好。'
        }
        const audience = await partners.audience()
        for (const { name, value, unit } of audience.figures) print(`${name}  ${value} ${unit}`)
        return audience.source === '' ? '还没有观众的数字。' : audience.source
      }),
    )
}

const defaultCount = 20

interface ListOptions {
  count?: number
  json?: boolean
  waiting?: boolean
}

/** `cooperations list|done`: requests to book. */
export function cooperationsCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  const list = new Command('list')
    .description('列出合作预约，新的在前')
    .option('--waiting', '只列还没答复的')
    .option('--count <数>', `列出几条，默认 ${defaultCount}`, parseNumber)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ count = defaultCount, json = false, waiting = false }: ListOptions) =>
      run(async ({ station }) => {
        const requests = await station.partners.cooperations(count, { isWaiting: waiting })
        if (requests.length === 0 && !json) context.print('还没有合作预约。')
        for (const request of requests) {
          const state = request.answeredAt === null ? '还没答复' : `${chinaDay(request.answeredAt)} 答复了`
          const text = `${chinaDay(request.createdAt)}  ${state}\n${cooperationLines(request).join('\n')}\n`
          context.print(json ? JSON.stringify(request) : text)
        }
      }),
    )
  const done = new Command('done')
    .description('标记一条预约已经答复')
    .argument('<预约号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const no = text.trim().toUpperCase()
        if (!(await station.partners.answerCooperation(no))) throw new UsageError(`没有预约号为“${text}”的预约。`)
        context.print(`预约 ${no} 已标记为答复了。`)
      }),
    )
  return new Command('cooperations').description('合作预约').addCommand(list).addCommand(done)
}
