import { lines } from '../../programme/danmaku/lines.ts'

/**
 * What viewers of a match write. `{队}` is the side that a moment is about and `{对手}` the other one, `{球员}` who did it;
 * `{主}` and `{客}` are the sides, `{领先}` and `{落后}` the one that leads and the one that does not, `{比分}` the score at
 * that time. A line of which something is unknown is not written.
 */
export interface Reactions {
  /** By supporters of the side. */
  own: readonly string[]
  /** By supporters of the other one. */
  other: readonly string[]
  neutral: readonly string[]
}

/** Lines of the three sides, one a line. */
export const reactions = (own: string, other: string, neutral: string): Reactions => ({
  own: lines(own),
  other: lines(other),
  neutral: lines(neutral),
})

/** Nobody's: the beginning and end of periods. */
export const periodLines = {
  start: lines(`
    开始了！
    冲！
    {主}加油！
    {客}加油！
    来了来了
    坐好了，开看
    解说声音好亲切
    前排
    终于等到了
    弹幕护体
    今天谁能赢`),
  resumed: lines(`
    继续继续
    又开始了
    回来了，没错过什么吧
    {主}加油
    {客}别泄气
    看看教练有没有调整`),
  added: lines(`
    补时了
    最后几分钟，都精神点
    补时也别松
    {落后}还有时间
    {领先}守住`),
  half: lines(`
    中场了，去接水
    中场休息，{比分}
    上半场{比分}，下半场见
    歇会儿，眼睛酸了
    中场聊聊，今天谁踢得最好
    更衣室里要吵翻了
    {落后}下半场要变阵了吧
    {领先}保持住
    切个水果回来`),
  break: lines(`
    这节完了，{比分}
    歇一会儿
    {落后}要调整一下防守
    {领先}这节打得好
    去拿个零食
    节间休息`),
  final: lines(`
    终场，{比分}
    结束了
    {领先}赢了！！
    恭喜{领先}
    {落后}虽败犹荣
    精彩的一场
    解说辛苦了
    散了散了，明天见
    下一场继续
    这场没白看
    {领先}球迷今晚开心了
    {落后}回去好好练`),
} as const

/** In between, by the score and the time. */
export const ambientLines = {
  before: lines(`
    等开场
    前排占座
    {主}今天主场，稳
    {客}客场也不怕
    {主}加油
    {客}加油
    今天谁首发
    设备调好了，就等开始
    下班就赶回来了
    和室友一起看
    我看好{主}
    我看好{客}
    有{主}的球迷吗
    {客}的兄弟们在哪
    求一场精彩的
    别输太难看就行
    紧张了已经`),
  level: lines(`
    {比分}，还是平的
    谁先犯错谁输
    两边都挺谨慎
    势均力敌啊
    {主}再逼一逼
    {客}反击快一点
    这比赛看着累
    就差临门一下`),
  narrow: lines(`
    {领先}别松劲
    {落后}还有机会
    {比分}，一切皆有可能
    {领先}守得住吗
    {落后}压上来了
    {领先}换人稳一稳吧
    咬得真紧`),
  wide: lines(`
    {领先}今天状态太好了
    {落后}回家好好练吧
    {比分}，差距有点大
    {落后}争取打好后面的
    {领先}可以练练替补了
    {领先}球迷过年了
    {落后}别放弃啊`),
  late: lines(`
    时间不多了
    最后阶段了，集中
    快结束了，手心全是汗
    {落后}再拼一下
    {领先}稳住最后一会儿`),
  after: lines(`
    看完了，舍不得走
    {比分}，记住这一天
    等集锦
    回放再看一遍
    {领先}实至名归
    下一轮见
    今天解说水平可以
    弹幕也很欢乐`),
} as const
