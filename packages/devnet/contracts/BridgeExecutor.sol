// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice A transfer's delivery on the destination chain.
/// @param token The token that is delivered, and `amount` of it in base units.
/// @param fallbackAddress Receives the tokens that the call did not spend: all of them if there is no call or the call fails.
/// @param target The contract that is called with `callData`; zero for no call.
/// @param spender May spend `amount` during the call, usually `target` itself; zero for no spender.
/// @param gasLimit Gas of the call.
struct Delivery {
    address token;
    uint256 amount;
    address fallbackAddress;
    address target;
    address spender;
    uint256 gasLimit;
    bytes callData;
}

/// @title Executes calls for the devnet's bridge, and holds no tokens between calls.
/// @dev It is separate from the bridge, because the payer's transaction chooses the call. A call by the bridge itself could
/// transfer the bridge's liquidity. LI.FI has an executor for the same reason.
contract BridgeExecutor {
    using SafeERC20 for IERC20;

    address private immutable bridge = msg.sender;

    error OnlyBridge();
    error TooLittleGas(uint256 wanted);

    /// @notice Delivers tokens that the bridge has just sent here.
    /// @return isCallDone Whether there was a call and it succeeded.
    /// @return toFallback The amount that the fallback address received.
    function execute(Delivery calldata delivery) external returns (bool isCallDone, uint256 toFallback) {
        if (msg.sender != bridge) revert OnlyBridge();
        IERC20 token = IERC20(delivery.token);
        if (delivery.target != address(0)) {
            bool isApproved = delivery.spender != address(0);
            if (isApproved) token.forceApprove(delivery.spender, delivery.amount);
            // EIP-150 forwards at most 63/64: without this check the call would receive less gas than requested.
            if ((gasleft() / 64) * 63 < delivery.gasLimit) revert TooLittleGas(delivery.gasLimit);
            (isCallDone,) = delivery.target.call{gas: delivery.gasLimit}(delivery.callData);
            if (isApproved) token.forceApprove(delivery.spender, 0);
        }
        toFallback = token.balanceOf(address(this));
        if (toFallback > 0) token.safeTransfer(delivery.fallbackAddress, toFallback);
    }
}
