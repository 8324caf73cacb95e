/** Words of the page on which orders are paid. */
export const pageTexts = {
  title: '演示收银台',
  warning: '这是演示，不会真的扣款。',
  goods: '商品',
  method: '支付方式',
  order: '订单号',
  pay: '付款',
  back: '不付了，返回',
  paid: '已付款',
  paidElsewhere: '已付款。这一页可以关掉，回原来的页面看看。',
  ended: '这个订单已不能付款',
  missing: '没有这个订单',
  home: '回到商户',
} as const
