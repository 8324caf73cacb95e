import type { CooperationBudget, CooperationProblem } from '@yunmu/contract'
import { defineTexts } from '../../lib/text/texts.ts'

const problems: Record<CooperationProblem, string> = {
  companyMissing: '请写公司或品牌的名称',
  contactMissing: '请写怎么称呼您',
  wayMissing: '电话和邮箱至少写一个',
  phoneShort: '少了几位，手机号是 11 位',
  phoneInvalid: '电话号码不对，请看看有没有多写',
  emailInvalid: '请输入正确的邮箱地址',
  daysInvalid: '结束的日期要在开始之后',
  messageLong: '最多 500 个字',
  signsInvalid: '里面有看不见的字符，请删掉',
}

const budgets: Record<CooperationBudget, string> = {
  open: '还没定',
  to1: '1 万元以内',
  to5: '1 万至 5 万元',
  to20: '5 万至 20 万元',
  over20: '20 万元以上',
}

export const bookingTexts = defineTexts({
  title: '预约合作',
  lead: '两分钟填完，会有人联系您。',
  places: '想投的位置',
  placesHint: '可以多选，没想好就先空着',
  company: '公司或品牌',
  contact: '怎么称呼',
  phone: '电话',
  email: '邮箱',
  from: '从哪天',
  to: '到哪天',
  budget: '预算',
  budgets,
  message: '还想说的',
  optional: '选填',
  problems,
  submit: '提交预约',
  sending: '正在提交…',
  privacy: '只用来联系这一次合作。',
  notSent: '没有送出去，内容还在。',
  retry: '重试',
  chosen: '您选的位置',
  steps: [
    { name: '有人来电或来信', line: '先问清想法和时间' },
    { name: '给您排期和报价', line: '说好放在哪里、放多久' },
    { name: '送审、上线、看数据', line: '展示和点击按天统计' },
  ],
  received: (name: string) => `收到了，${name}`,
  receivedLine: '会有人联系您。想补充什么，报这个号就行。',
  number: '预约号',
  copy: '复制',
  copied: '已复制',
  copyByHand: (text: string) => `请手动复制：${text}`,
  place: '位置',
  days: '时间',
  dayRange: (from: string, to: string) => [from, to].filter((day) => day !== '').join(' 至 '),
})
