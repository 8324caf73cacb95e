import { defineTexts } from '../../lib/text/texts.ts'

export const legalPageTexts = defineTexts({
  label: '协议与政策',
  names: { terms: '用户协议', privacy: '隐私政策', vip: '会员服务协议' },
  descriptions: {
    terms: (site: string) => `${site}的用户协议：账号、观看、发言、未成年人与变更。`,
    privacy: (site: string) => `${site}的隐私政策：存什么、存多久、您能做什么。`,
    vip: (site: string) => `${site}的会员服务协议：价格、付款、退款与收据。`,
  },
  version: (version: number) => `第 ${version} 版`,
  defaultVersion: (version: number) => `通用文本第 ${version} 版`,
  since: (day: string) => `${day} 起施行`,
  print: '打印',
})
