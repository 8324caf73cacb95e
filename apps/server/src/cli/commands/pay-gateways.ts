import { paymentMethods } from '@yunmu/contract'
import { Command } from 'commander'
import { text as textOf } from 'node:stream/consumers'
import * as z from 'zod/mini'
import {
  configurableIds,
  methodsOf,
  settingFields,
  type ConfigurableId,
  type GatewayStatus,
  type SetRefusal,
  type SettingField,
} from '../../domains/vip/index.ts'
import { exitCodes, UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { gatewayNames } from '../money-output.ts'
import { readOperatorFile } from '../operator-input.ts'
import { promptPassword } from '../prompt-password.ts'
import type { StationRunner } from '../station-runner.ts'

const methodTexts: Readonly<Record<number, string>> = {
  [paymentMethods.alipay]: '支付宝',
  [paymentMethods.wechat]: '微信支付',
  [paymentMethods.card]: '银行卡',
  [paymentMethods.scan]: '微信扫码',
}

/** As options name them. */
const methodNames: Readonly<Record<number, string>> = {
  [paymentMethods.alipay]: 'alipay',
  [paymentMethods.wechat]: 'wechat',
  [paymentMethods.card]: 'card',
  [paymentMethods.scan]: 'scan',
}

/** What each value is, for the help. */
const fieldHelp: Readonly<Record<string, string>> = {
  address: '接口的网址',
  pid: '商户编号',
  key: '商户密钥',
  appId: '应用编号',
  sellerId: '商家的支付宝账号（2088 开头）',
  privateKey: '商户私钥',
  alipayPublicKey: '支付宝公钥',
  mchid: '商户号',
  serial: '商户证书的序列号',
  apiV3Key: 'APIv3 密钥',
  platformSerial: '微信支付公钥的编号，或平台证书的序列号',
  platformKey: '微信支付公钥，或平台证书',
  otherPlatformSerial: '换用微信支付公钥期间，另一个的编号或序列号',
  otherPlatformKey: '换用微信支付公钥期间，另一个公钥或平台证书',
  secretKey: '密钥（sk_ 或 rk_ 开头）',
  webhookSecret: 'Webhook 的签名密钥（whsec_ 开头）',
  payHost: '付款页面的主机',
}

/** The option of a value: `--pid`, and `--key-file` for a secret, which must not be an argument that others can see. */
function optionOf({ name, isSecret }: SettingField): string {
  const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return isSecret ? `--${kebab}-file` : `--${kebab}`
}

/** `pay set epay|alipay|wechat|stripe`. */
export function setCommand(run: StationRunner, context: CommandContext): Command {
  const command = new Command('set').description('设置并启用一个支付网关；没有给出的值保持不变')
  for (const id of configurableIds) command.addCommand(setOne(id, run, context))
  return command
}

const methodText = (methodId: number): string =>
  `${methodTexts[methodId] ?? ''}（${methodNames[methodId] ?? methodId}）`

/** Whether the test bank takes the payments. */
export const hasTestBank = async ({ vip }: OpenStation['station']): Promise<boolean> =>
  (await vip.gateways.list()).some(({ demo }) => demo)

/** Says that the demonstration's bank is gone, and whether plans have to be made. */
export async function tellDemoEnded({ vip }: OpenStation['station'], { print }: CommandContext): Promise<void> {
  const plans = await vip.operator.plans.list()
  const next = plans.length === 0 ? '现在没有在卖的套餐，用 plans add 新建。' : ''
  print(`演示收银台和演示的套餐已经去掉。${next}`)
}

type Options = Readonly<Partial<Record<string, string>>>

function setOne(id: ConfigurableId, run: StationRunner, context: CommandContext): Command {
  const command = new Command(id).description(gatewayNames[id])
  for (const field of settingFields[id]) {
    const help = fieldHelp[field.name] ?? ''
    const description = field.isSecret ? `${help}所在的文件，- 是标准输入` : help
    command.option(`${optionOf(field)} <${field.isSecret ? '文件' : '值'}>`, description)
  }
  const possible = methodsOf[id].map((methodId) => methodNames[methodId]).join(',')
  command.option('--methods <方式>', `它管哪些支付方式，用逗号隔开：${possible}`)
  return command.action(async (options: Options) => {
    const methods = options.methods === undefined ? undefined : parseMethods(options.methods)
    const values = await readValues(id, options, context)
    await run(async ({ station }) => {
      const wasDemo = await hasTestBank(station)
      const refusal = await station.vip.gateways.set(id, values, methods)
      if (refusal !== null) throw new UsageError(refusalMessage(id, refusal))
      context.print(`${gatewayNames[id]}已设好并启用。用 pay test ${id} 试一试。`)
      if (wasDemo) await tellDemoEnded(station, context)
      return undefined
    })
  })
}

function parseMethods(text: string): number[] {
  return text.split(',').map((word) => {
    const found = Object.entries(methodNames).find(([, name]) => name === word.trim())
    if (!found) throw new UsageError(`没有“${word.trim()}”这种支付方式。`)
    return Number(found[0])
  })
}

/** The values of the options; those of secrets come from files or from standard input. */
async function readValues(
  id: ConfigurableId,
  options: Options,
  context: CommandContext,
): Promise<Record<string, string>> {
  const given = settingFields[id].flatMap((field) => {
    const value = options[field.isSecret ? `${field.name}File` : field.name]
    return value === undefined ? [] : [{ field, value }]
  })
  if (given.filter(({ field, value }) => field.isSecret && value === '-').length > 1)
    throw new UsageError('标准输入只能给一个值，其余的请写进文件。')
  const values: Record<string, string> = {}
  for (const { field, value } of given) values[field.name] = field.isSecret ? await readSecret(context, value) : value
  return values
}

async function readSecret(context: CommandContext, file: string): Promise<string> {
  const { terminal } = context
  if (file !== '-') return (await readOperatorFile(context, file)).toString('utf8').trim()
  const text = terminal.input.isTTY === true ? await promptPassword(terminal) : await textOf(terminal.input)
  if (text.trim() === '') throw new UsageError('没有从标准输入读到密钥。')
  return text.trim()
}

function refusalMessage(id: ConfigurableId, refusal: SetRefusal): string {
  if (refusal.kind === 'invalid') {
    const field = settingFields[id].find(({ name }) => name === refusal.field)
    const option = field ? optionOf(field) : ''
    const hint = refusal.field === 'address' ? '；要用 https，内网的地址要写进 EGRESS_ALLOW' : ''
    return `${fieldHelp[refusal.field] ?? refusal.field}没有给出，或者不对（${option}）${hint}。什么都没有改。`
  }
  if (refusal.kind === 'unfit') return `${gatewayNames[id]}不能收${methodText(refusal.methodId)}。什么都没有改。`
  return `${methodText(refusal.methodId)}已经由${gatewayNames[refusal.by]}收：先 pay off ${refusal.by}，或用 --methods 分开。什么都没有改。`
}

const stateNames: Readonly<Record<GatewayStatus['state'], string>> = {
  unset: '没有设置',
  on: '已启用',
  off: '已停用',
  unreadable: '读不出，请重新设置（数据文件夹换过）',
}

/** `pay list`. */
export function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list').description('列出支付网关，和要告诉它们的地址；密钥不显示').action(() =>
    run(async ({ station, platform }) => {
      const base = platform.config.siteUrl || 'https://本站网址'
      for (const { id, state, demo, methods, shown } of await station.vip.gateways.list()) {
        const taken = methods.map(methodText).join('、')
        print(
          [`${gatewayNames[id]}（${id}）`, stateNames[state], ...(demo ? ['演示收银台'] : []), taken]
            .join('  ')
            .trimEnd(),
        )
        for (const [name, value] of Object.entries(shown)) print(`  ${fieldHelp[name] ?? name}  ${value}`)
        if (state !== 'unset') print(`  通知地址  ${base}/pay/notify/${id}`)
      }
      const currency = await station.vip.operator.transfer.currency()
      print(
        `${gatewayNames.transfer}（transfer）  ${currency === null ? stateNames.unset : `${stateNames.on}  ${currency}`}`,
      )
      return undefined
    }),
  )
}

function parseGateway(text: string): ConfigurableId {
  const id = configurableIds.find((each) => each === text)
  if (id === undefined) throw new UsageError(`没有“${text}”这个支付网关，可以是 ${configurableIds.join('、')}。`)
  return id
}

/** What is wrong, in words; of the gateway's own answer its code. */
function problemText(problem: string): string {
  const said = problem.replace(/^\w+: /, '')
  const known = Object.entries(problemTexts).find(([start]) => said.startsWith(start))
  return known ? known[1] : `支付平台的回答是 ${said}`
}

const problemTexts: Readonly<Record<string, string>> = {
  'outside fetch: unresolved': '找不到这个网址的主机，检查网址和网络',
  'outside fetch: ': '连不上支付平台，检查网址和网络',
  'not set': '没有设置',
  'unknown reply': '看不懂支付平台的回答，检查网址',
  'another order': '支付平台答的是别的订单或别的商户，检查商户编号',
  'wrong signature': '回答的签名不对，检查支付平台的公钥',
  'unsigned reply': '回答没有签名，检查网址和公钥',
  'the settings cannot be decrypted': '设置读不出（数据文件夹换过），请重新设置',
  'the setting ': '有一项设置不再有效，请重新设置',
}

/** `pay test`. */
export function testCommand(run: StationRunner, { print, printError }: CommandContext): Command {
  return new Command('test')
    .description('向支付网关问一笔没有的订单，看连不连得上、密钥对不对')
    .argument('<网关>')
    .action(async (text: string) => {
      const id = parseGateway(text)
      await run(async ({ station }) => {
        const { gateways } = station.vip
        const status = (await gateways.list()).find((each) => each.id === id)
        if (status?.state === 'unset') throw new UsageError(`${gatewayNames[id]}没有设置。`)
        const problem = await gateways.check(id)
        if (problem === null) {
          print(`${gatewayNames[id]}连得上，密钥也对。`)
          return exitCodes.ok
        }
        printError(`${gatewayNames[id]}用不了：${problemText(problem)}`)
        return exitCodes.failed
      })
    })
}

/** `pay off`. */
export function offCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('off')
    .description('停用一个支付网关：不接新订单，已有的订单照样核对和退款')
    .argument('<网关>')
    .option('--delete', '连同设置和密钥一起删掉，已有的订单不能再核对和退款')
    .action(async (text: string, options: { delete?: boolean }) => {
      const id = parseGateway(text)
      await run(async ({ station }) => {
        const { gateways } = station.vip
        const isDone = options.delete ? await gateways.remove(id) : await gateways.turnOff(id)
        if (!isDone) throw new UsageError(`${gatewayNames[id]}没有设置。`)
        print(options.delete ? `${gatewayNames[id]}的设置已删掉。` : `${gatewayNames[id]}已停用。`)
        return undefined
      })
    })
}

const BankValues = z.record(z.string(), z.string())
const BankFile = z.object({
  settings: z.object({ alipay: BankValues, epay: BankValues, stripe: BankValues, wechat: BankValues }),
})

/** `pay bank`. */
export function bankCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('bank')
    .description('让演示收银台收款，不会真的扣款；设了真的收款方式时不行')
    .argument('<文件>', '演示收银台启动时写出的那一行')
    .action(async (file: string) => {
      const { data } = BankFile.safeParse(parseLine((await readOperatorFile(context, file)).toString('utf8')))
      if (data === undefined) throw new UsageError(`这不是演示收银台写出的文件：${file}`)
      await run(async ({ station }) => {
        const refusal = await station.vip.gateways.useTestBank(data.settings)
        if (refusal === 'real')
          throw new UsageError('已经有真的收款方式：先用 pay off <网关> --delete 和 pay transfer --off 删掉。')
        if (refusal !== null) throw new UsageError('连不到演示收银台：它的主机和端口要写进 EGRESS_ALLOW。')
        context.print('演示收银台已启用。设好真的支付网关时，它自动停用。')
        return undefined
      })
    })
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
