import type { Customer, Order } from './store.ts';

const CASHBACK = {
  due: 'on its way',
  waiting: 'waits for a confirmation',
  credited: 'credited',
  refused: 'not credited',
} as const;

const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const rupees = (paise: number) => format.format(paise / 100);

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1>${body}</html>`;

export const signUpPage = () =>
  page(`<form method="post" action="/customers">
<label>Name <input name="name" required minlength="3" maxlength="30"></label> <button>Sign up</button></form>`);

/** The password is shown once: it is the customer's own for the wallet, and the shop does not store it. */
export const welcomePage = (name: string, password: string) =>
  page(`<p>Your wallet: name <b>${escapeHtml(name)}</b>, password <b>${escapeHtml(password)}</b></p>
<p>Write it down: you need it in the wallet to add a bank account.</p><a href="/">Continue</a>`);

export const errorPage = (message: string) =>
  page(`<p role="alert">${escapeHtml(message)}</p><a href="/">Back</a>`);

/** `balance` is undefined while the wallet does not respond. */
export function customerPage(customer: Customer, orders: Order[], balance: number | undefined) {
  const rows = orders.map(({ id, pricePaise, cashbackPaise, cashback, refusal = '' }) => {
    const state = `${CASHBACK[cashback]} ${refusal}`.trim();
    const cells = [id.slice(0, 8), rupees(pricePaise), rupees(cashbackPaise), state];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  const messages = customer.messages.map((message) => `<li>${escapeHtml(message)}</li>`);
  return page(`<p>Hello ${escapeHtml(customer.name)}. Your wallet has
<b>${balance === undefined ? 'a balance that cannot be read now' : rupees(balance)}</b>.</p>
<form method="post" action="/wallet"><button>Open the wallet</button></form>
<form method="post" action="/orders">
<label>Price in rupees <input name="price" inputmode="decimal" required></label> <button>Buy</button></form>
<table><tr><th>Order</th><th>Price</th><th>Cashback</th><th>State</th></tr>${rows.join('')}</table>
<ul>${messages.join('')}</ul>`);
}
