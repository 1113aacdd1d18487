import './fiat-demo.ts'
