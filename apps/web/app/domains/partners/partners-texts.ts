import { defineTexts } from '../../lib/text/texts.ts'

/** Up to ten places are counted in words. */
const numerals = ['零', '一', '两', '三', '四', '五', '六', '七', '八', '九', '十']

export const partnersTexts = defineTexts({
  section: '广告合作',
  home: '首页',
  center: '产品中心',
  nav: '广告合作',
  book: '预约合作',
  title: '在好看的旁边，被看见',
  lead: (count: number) => `${numerals[count] ?? `${count} `}种位置，都画在它出现的地方。每一处都标“广告”二字`,
  leadEnd: '。',
  leadMembers: '，会员看不到。',
  ad: '广告',
  details: '看详情',
  empty: '这里还没有可以预约的位置，先写信来也行。',
  ask: '想让谁看见？',
  askLine: '把时间和预算告诉我们，会有人回复。',
  noForm: '不想填表？写信或打电话也行。',
  email: '邮箱',
  phone: '电话',
  rules: '投放内容须真实、可核实，先审后播。',
  rulesMembers: '会员看不到任何广告。',
  terms: '用户协议',
  privacy: '隐私政策',
  others: '别的位置',
  back: '全部位置',
  description: (site: string) => `${site}的广告位：素材、计价和预约。`,
})
