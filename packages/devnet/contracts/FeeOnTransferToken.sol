// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @title An ERC-20 that burns 1 % of every transfer: the recipient receives less than the sent amount.
contract FeeOnTransferToken is TestToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {}

    function _update(address from, address to, uint256 value) internal override {
        bool isTransfer = from != address(0) && to != address(0);
        uint256 burned = isTransfer ? value / 100 : 0;
        if (burned > 0) {
            super._update(from, address(0), burned);
        }
        super._update(from, to, value - burned);
    }
}
