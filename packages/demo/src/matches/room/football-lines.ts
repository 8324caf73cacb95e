import { lines } from '../../programme/danmaku/lines.ts'
import { reactions, type Reactions } from './danmaku-lines.ts'

/** What viewers of football write; see `Reactions`. */

/** What a goal means for the score; written besides the lines of the goal. */
export type Turn = 'opener' | 'equaliser' | 'lead' | 'extended' | 'reduced'

export const turnLines: Readonly<Record<Turn, Reactions>> = {
  opener: {
    own: lines(`
      {队}先拔头筹
      开门红！
      首开纪录，{队}牛
      终于破门了
      打破僵局！！`),
    other: lines(`
      没事，还有时间
      {对手}稳住，慢慢来
      先丢一个，心里一凉
      别急别急`),
    neutral: lines(`
      {比分}，比赛活了
      僵局打破了
      这下要好看了`),
  },
  equaliser: {
    own: lines(`
      扳平了！！！
      平了平了！
      {比分}！回来了
      {队}就是打不死
      又回到同一起跑线`),
    other: lines(`
      怎么就被扳平了
      防守在想什么
      到手的优势没了
      重新来过，{对手}加油`),
    neutral: lines(`
      {比分}，有得看了
      扳平，精彩
      这球一进全活了`),
  },
  lead: {
    own: lines(`
      领先了啊啊啊
      {队}领先！
      {比分}！！守住
      还得是{队}`),
    other: lines(`
      落后了，难受
      {对手}醒醒
      还能追，别放弃`),
    neutral: lines(`
      {比分}，越来越好看
      又来一个，精彩
      今天值回票价`),
  },
  extended: {
    own: lines(`
      {比分}，稳了稳了
      再来一个！
      {队}今天杀疯了
      扩大优势，舒服`),
    other: lines(`
      {比分}，没眼看
      换人吧教练
      心态崩了
      别送了`),
    neutral: lines(`
      {队}今天状态太好了
      {比分}，差距拉开了
      悬念不大了吧`),
  },
  reduced: {
    own: lines(`
      追回一个！
      {比分}，还有希望
      快把球抱回中圈
      {队}别停`),
    other: lines(`
      有点紧张了
      {对手}专心，别放松
      领先着呢，不慌`),
    neutral: lines(`
      {比分}，还有悬念
      {队}没放弃，好样的
      这球来得正是时候`),
  },
}

const goal: Reactions = {
  own: lines(`
    进了！！！！
    球进啦啊啊啊啊
    {球员}！！！
    {球员}我爱你
    破门！！！
    {队}牛逼
    全家都被我吓一跳
    啊啊啊啊啊啊
    我跳起来了
    {球员}封神
    这球漂亮
    嗓子喊哑了
    {队}！{队}！{队}！
    GOAL！！！
    等的就是这个
    楼下在敲天花板
    {球员}真的稳
    手都拍红了
    再放一遍！
    这脚绝了
    就知道能进
    {队}是冠军
    爽！！！`),
  other: lines(`
    唉
    门将在干嘛
    怎么又是{球员}
    没人盯{球员}吗
    防线睡着了
    这都能让他打进
    心碎
    {对手}别丢了气势
    我先关一会儿
    不想看回放
    手机差点扔了
    再打回来就是
    没事没事，进一个回来`),
  neutral: lines(`
    好球！
    这球有世界波内味
    慢镜头再来一遍
    {球员}这下打得干脆
    漂亮，没话说
    解说嗓子都劈了
    现场炸了
    这配合绝了
    看球就看这一刻
    路人都起立了
    刚倒完水，错过了？`),
}

const penalty: Reactions = {
  own: lines(`
    点球罚进了！！
    {球员}大心脏
    {球员}罚点球从来不慌
    稳稳的
    骗过门将了
    进了进了`),
  other: lines(`
    门将猜对方向就好了
    这点球判得……
    唉，点球也是命
    {对手}别受影响`),
  neutral: lines(`
    点球，门将没办法
    {球员}这助跑看得我紧张
    一蹴而就`),
}

const ownGoal: Reactions = {
  own: lines(`
    乌龙也是球！
    {队}收下了
    哈哈哈哈谢谢
    运气在{队}这边`),
  other: lines(`
    乌龙……
    {球员}别低头
    不怪{球员}，传中太刁
    心疼{球员}
    怎么踢自家门里了`),
  neutral: lines(`
    乌龙球，太倒霉了
    {球员}这下要睡不着了
    没见过这么巧的`),
}

const missed: Reactions = {
  own: lines(`
    点球罚丢了……
    啊啊啊怎么没进
    {球员}别放在心上
    心跳都停了，没进
    浪费了浪费了`),
  other: lines(`
    没进！！
    门将立功了
    谢谢{球员}
    躲过一劫`),
  neutral: lines(`
    点球没罚进，戏剧性
    {球员}压力太大了
    罚丢点球，太可惜`),
}

/** Football, by what happened. */
export const footballReactions = {
  goal,
  penalty,
  'own-goal': ownGoal,
  'penalty-missed': missed,
  saved: reactions(
    `
    就差一点！
    被扑出来了
    {球员}这脚打正了
    门将开挂了吧
    再来再来
    角度再刁一点就好了`,
    `
    门将牛！
    好扑！
    门将救主
    吓我一跳
    这个扑救值一个球`,
    `
    这扑救可以
    {球员}打得不错，门将更好
    精彩的扑救
    攻得好守得也好`,
  ),
  wide: reactions(
    `
    打偏了……
    {球员}这机会都打偏
    好可惜
    差半个门框
    机会不能这么浪费
    压低一点啊`,
    `
    还好偏了
    吓出一身汗
    {对手}后防注意点
    谢谢啊`,
    `
    偏了，可惜
    {球员}这脚太急了
    这球打到看台上了
    机会不错，差点意思`,
  ),
  blocked: reactions(
    `
    被挡了
    怎么全是腿
    早点打就好了
    再组织一次`,
    `
    堵得好
    用身体挡，敬业
    防线今天在线`,
    `
    挡下来了
    禁区里人真多
    这防守站位可以`,
  ),
  yellow: reactions(
    `
    黄牌？这也给
    {球员}冷静点
    不至于吧裁判
    {球员}后面要小心了`,
    `
    早该给牌了
    黄牌，合理
    这动作不给牌说不过去`,
    `
    {球员}吃牌了
    黄牌没问题
    动作大了`,
  ),
  red: reactions(
    `
    红牌？？？
    少一个人怎么踢
    {球员}啊{球员}
    裁判你认真的吗
    十个人也要拼`,
    `
    红牌！
    多打一人了
    这动作就是红牌
    机会来了`,
    `
    {球员}被罚下了
    红牌，比赛转折点
    {队}少一个人了
    这一脚确实不该`,
  ),
  substitution: reactions(
    `
    换得好
    {球员}辛苦了
    终于换人了
    体能够的，上`,
    `
    他们换人了，注意
    又换一个`,
    `
    {队}换人
    教练开始调整了
    {球员}下来休息了`,
  ),
} as const satisfies Readonly<Record<string, Reactions>>

/** About the play, whatever happens. */
export const footballPlayLines = lines(`
  传得漂亮
  这脚法可以
  裁判这个哨有点紧
  跑起来跑起来
  边路空了
  中场丢了
  别回传啊
  往前打
  这球停得真好
  {主}的防线站得挺稳
  {客}的反击有威胁
  草皮看着真绿
  看台好热闹
  鼓声震得我耳机响
  有点小雨更好看
  体能要跟上
  {主}传接球很耐心
  {客}逼抢很凶
  这解说懂球
  我爸说这球他能进
  门将出击要果断
  看台上那面旗好大
  这越位线卡得好
  多拿边路打身后
  这一脚长传舒服
  别在后场倒脚了
  {主}左路一直有空当
  {客}边后卫助攻很积极
  中场绞肉机
  教练在场边喊了半天
  这球迷看台太有气氛
  刚才那下好险
  裁判跑得比球员还多
  先把球控下来
  二过一漂亮
  头球争一下啊
  这节奏我喜欢
  后腰位置很关键
  {主}的门将站位不错
  {客}今天跑动真多
  界外球快一点
  画面好清楚
  球童都紧张起来了
  泡面好了，边吃边看`)
