import { lines } from '../../programme/danmaku/lines.ts'
import { reactions, type Reactions } from './danmaku-lines.ts'

/** What viewers of basketball write; see `Reactions`. */

/** Basketball, by what happened. */
export const basketballReactions = {
  three: reactions(
    `
    三分！！
    {球员}手感来了
    空心入网
    {球员}这三分太准了
    再投！
    {队}下雨了`,
    `
    上去防啊
    怎么又空了
    盯住{球员}
    三分线没人管`,
    `
    {球员}这三分干净
    好准
    弧线真好看
    手感热得发烫`,
  ),
  ahead: reactions(
    `
    {比分}，{队}领先了
    领先了领先了
    气势在{队}这边`,
    `
    落后了，叫暂停吧
    {对手}别急
    篮板抢起来`,
    `
    {比分}，咬得真紧
    你来我往，好看
    比分交替上升`,
  ),
  clutch: reactions(
    `
    {球员}关键球！！
    大心脏
    {比分}！守住最后一下
    {队}顶住！`,
    `
    {比分}，还有机会
    别犯规
    快攻快攻`,
    `
    {比分}，最后时刻了
    我不敢眨眼
    这才叫比赛`,
  ),
  blocked: reactions(
    `
    被盖了……
    {球员}吃了个火锅
    换个方式进攻`,
    `
    盖帽！！
    出去！
    篮下不许进`,
    `
    大帽！
    这帽盖得脆
    保护篮筐可以的`,
  ),
} as const satisfies Readonly<Record<string, Reactions>>

/** About the play, whatever happens. */
export const basketballPlayLines = lines(`
  好传球
  这挡拆漂亮
  篮板抢下来
  防守注意换防
  跑起来打快攻
  这节奏真快
  别单打了，传
  内线吃得住
  {主}的防守强度上来了
  {客}的外线有点准
  罚球要稳
  现场音乐好嗨
  裁判看一下录像
  失误有点多
  这突破真快
  手感热了就多投
  {主}替补打得不错
  {客}换了一套阵容
  吉祥物抢镜
  这球鞋真好看
  半场这个压力可以
  {主}的大个子脚步真好
  {客}的控卫有想法
  外线投得有点急
  多打内线
  这个掩护是不是移动了
  {主}的替补席好热闹
  {客}板凳深度可以
  暂停快叫一个
  挡拆外弹，经典
  这脚步，走了没走
  弱侧没人管
  底角空了
  回防回防
  抢断反击最好看
  {主}的主场气氛没得说
  {客}今天不怵
  进攻有空间
  卡位卡得好
  教练画战术好快
  啦啦队跳得真好
  边吃炸鸡边看`)
