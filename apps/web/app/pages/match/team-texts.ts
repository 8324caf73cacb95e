import { defineTexts } from '../../lib/text/texts.ts'

export const teamTexts = defineTexts({
  pageTitle: (name: string) => `${name}赛程、赛果与球员`,
  description: (name: string, competitions: string) =>
    `${competitions === '' ? name : `${competitions}球队${name}`}接下来的比赛、最近赛果和球员名单。`,
  separator: '、',
  venue: (name: string) => `主场 ${name}`,
  schedule: '全部比赛',
  next: '接下来的比赛',
  last: '最近赛果',
  players: '球员',
  nothing: '还没有安排比赛',
})
